/// The facts about Core Bluetooth: background wakes, connections, permission, advertising, and
/// restoration after a relaunch.
enum BluetoothFacts {
  // MARK: Background

  static let wake = PlatformFact<ClosedRange<Duration>>(
    "run time after each event of Bluetooth", "BT9", "bluetooth.wake",
    .always(.seconds(8)...(.seconds(9)), .measured))
  static let refreshOffStopsWakes = PlatformFact<Bool>(
    "Background App Refresh off stops wakes and launches", "L18",
    "bluetooth.refreshOffStopsWakes", .always(false, .assumed))
  static let backgroundScanLatency = PlatformFact<ClosedRange<Duration>>(
    "an advertisement is heard in background after", "BT6", "bluetooth.backgroundScanLatency",
    .always(.seconds(1)...(.seconds(30)), .assumed))
  static let lowPowerScanFactor = PlatformFact<Double>(
    "times as long in Low Power Mode", "L19", "bluetooth.lowPowerScanFactor",
    .always(1, .assumed))
  static let recommendedIntervals = PlatformFact<[Duration]>(
    "advertising intervals that Apple recommends", "BT18", "bluetooth.recommendedIntervals",
    .always(
      [
        .microseconds(152_500), .microseconds(211_250), .microseconds(318_750),
        .microseconds(417_500), .microseconds(546_250), .milliseconds(760),
        .microseconds(852_500), .microseconds(1_022_500), .milliseconds(1_285),
      ], .documented))
  static let fastInterval = PlatformFact<Duration>(
    "advertising interval that Apple recommends for the first 30 s", "BT18",
    "bluetooth.fastInterval", .always(.milliseconds(20), .documented))
  static let offListMissesPercent = PlatformFact<UInt64>(
    "% of background attempts that miss other intervals", "BT18", "bluetooth.offListMissesPercent",
    .always(50, .assumed))
  static let backgroundScansActively = PlatformFact<Bool>(
    "background scans ask for scan responses", "BT11", "bluetooth.backgroundScansActively",
    .always(false, .assumed))
  static let foregroundScanDutyPercent = PlatformFact<UInt64>(
    "% of the time in which a foreground scan listens", "BT6",
    "bluetooth.foregroundScanDutyPercent", .always(100, .assumed))

  // MARK: Connections

  static let connectionLimit = PlatformFact<Int>(
    "connections at a time", "BT16", "bluetooth.connectionLimit", .always(8, .reported),
    .since(13, 12, .reported))
  static let connectionSetup = PlatformFact<ClosedRange<Duration>>(
    "from the advertisement to the connection", "BT12", "bluetooth.connectionSetup",
    .always(.milliseconds(90)...(.milliseconds(400)), .assumed))
  static let connectionInterval = PlatformFact<Duration>(
    "connection interval", "BT17", "bluetooth.connectionInterval",
    .always(.milliseconds(30), .assumed))
  static let connectionGuidelines = PlatformFact<ConnectionGuidelines>(
    "connection parameters that a peripheral gets", "BT17", "bluetooth.connectionGuidelines",
    .always(.apple, .reported))
  static let desiredLatencies = PlatformFact<[Duration]>(
    "connection interval for a desired latency of low, medium, high", "BT17",
    "bluetooth.desiredLatencies",
    .always([.milliseconds(15), .milliseconds(150), .milliseconds(450)], .assumed))
  static let supervisionTimeout = PlatformFact<Duration>(
    "supervision timeout", "BT17", "bluetooth.supervisionTimeout",
    .always(.milliseconds(720), .reported))
  static let maximumTransmissionUnit = PlatformFact<Int>(
    "ATT MTU, bytes", "BT20", "bluetooth.maximumTransmissionUnit",
    .always(158, .reported), .since(10, 185, .reported))
  static let attributeTimeout = PlatformFact<Duration>(
    "an unanswered request ends the link after", "BT20", "bluetooth.attributeTimeout",
    .always(.seconds(30), .documented))
  static let longestValue = PlatformFact<Int>(
    "longest value written with response, bytes", "BT21", "bluetooth.longestValue",
    .always(512, .reported))
  static let packetQueue = PlatformFact<Int>(
    "packets without response until a link says stop", "BT22", "bluetooth.packetQueue",
    .always(12, .assumed))
  static let packetsPerEvent = PlatformFact<Int>(
    "packets sent in one connection event", "BT22", "bluetooth.packetsPerEvent",
    .always(4, .assumed))
  static let knowsAutoReconnect = PlatformFact<Bool>(
    "the system can reconnect a lost link", "BT13", "bluetooth.knowsAutoReconnect",
    .always(false, .documented), .since(17, true, .documented))

  // MARK: State and permission

  static let stateDelay = PlatformFact<ClosedRange<Duration>>(
    "delay until a manager receives its first state", "BT1", "bluetooth.stateDelay",
    .always(.milliseconds(5)...(.milliseconds(25)), .assumed))
  static let resetDuration = PlatformFact<Duration>(
    "a crash of the Bluetooth daemon until it is back", "BT1", "bluetooth.resetDuration",
    .always(.seconds(3), .assumed))
  static let asksForPermission = PlatformFact<Bool>(
    "the user is asked for permission", "BT3", "bluetooth.asksForPermission",
    .always(false, .documented), .since(13, true, .documented))
  static let answerDelay = PlatformFact<Duration>(
    "the user answers a dialog after", "BT3", "bluetooth.answerDelay",
    .always(.seconds(2), .assumed))
  static let usageDescriptionKey = PlatformFact<String?>(
    "Info.plist key without which the first use ends the app", "BT3",
    "bluetooth.usageDescriptionKey",
    .always(nil, .documented), .since(10, "NSBluetoothPeripheralUsageDescription", .documented),
    .since(13, "NSBluetoothAlwaysUsageDescription", .documented))

  // MARK: Advertising as a peripheral

  static let advertisingInterval = PlatformFact<Duration>(
    "an app's advertising interval in foreground", "BT29", "bluetooth.advertisingInterval",
    .always(.microseconds(152_500), .assumed))
  static let backgroundAdvertisingInterval = PlatformFact<Duration>(
    "an app's advertising interval in background", "BT29",
    "bluetooth.backgroundAdvertisingInterval",
    .always(.microseconds(1_022_500), .assumed))
  static let advertisementCapacity = PlatformFact<Int>(
    "bytes for UUIDs and name in the advertisement", "BT29", "bluetooth.advertisementCapacity",
    .always(28, .documented))
  static let scanResponseCapacity = PlatformFact<Int>(
    "bytes for the name in the scan response", "BT29", "bluetooth.scanResponseCapacity",
    .always(10, .documented))

  static let addressRotation = PlatformFact<ClosedRange<Duration>>(
    "the address under which a phone advertises changes every", "BT19",
    "bluetooth.addressRotation",
    .always(.seconds(15 * 60)...(.seconds(20 * 60)), .reported))
  static let beginsAdvertisingInBackground = PlatformFact<Bool>(
    "an advertisement that is begun in background is sent", "BT29",
    "bluetooth.beginsAdvertisingInBackground",
    .always(true, .reported), .since(14, false, .reported))
  static let overflowNeedsScreen = PlatformFact<Bool>(
    "a background scan receives the overflow area only while the screen is lit", "BT6",
    "bluetooth.overflowNeedsScreen", .always(true, .reported))

  // MARK: Restoration

  static let afterRemoval = PlatformFact<BluetoothRelaunch>(
    "relaunched after removal from memory or a crash", "BT27",
    "bluetooth.restoration.afterRemoval", .always(.yes, .documented))
  static let afterForceQuit = PlatformFact<BluetoothRelaunch>(
    "relaunched after a force-quit", "BT27", "bluetooth.restoration.afterForceQuit",
    .always(.no, .documented), .since(26, .setUpAccessories, .documented))
  static let afterSwitchOff = PlatformFact<BluetoothRelaunch>(
    "relaunched after Bluetooth was off in Settings", "BT27",
    "bluetooth.restoration.afterSwitchOff", .always(.no, .documented))
  static let afterControlCenter = PlatformFact<BluetoothRelaunch>(
    "relaunched after the button in Control Center", "BT27",
    "bluetooth.restoration.afterControlCenter",
    .always(.no, .documented), .since(26, .setUpAccessories, .documented))
  static let afterAirplaneMode = PlatformFact<BluetoothRelaunch>(
    "relaunched after Airplane mode that left Bluetooth on", "BT27",
    "bluetooth.restoration.afterAirplaneMode",
    .always(.no, .documented), .since(11, .yes, .documented))
  static let afterReboot = PlatformFact<BluetoothRelaunch>(
    "relaunched after a reboot, once unlocked", "BT27", "bluetooth.restoration.afterReboot",
    .always(.no, .documented), .since(11, .yes, .documented))

  static let rows = PlatformRow.section(
    "Bluetooth",
    wake, refreshOffStopsWakes, backgroundScanLatency, lowPowerScanFactor, recommendedIntervals,
    fastInterval, offListMissesPercent,
    backgroundScansActively, foregroundScanDutyPercent, connectionLimit, connectionSetup,
    connectionInterval, connectionGuidelines, desiredLatencies, supervisionTimeout,
    maximumTransmissionUnit, attributeTimeout,
    longestValue, packetQueue, packetsPerEvent, knowsAutoReconnect, stateDelay, resetDuration,
    asksForPermission,
    answerDelay, usageDescriptionKey, advertisingInterval, backgroundAdvertisingInterval,
    advertisementCapacity, scanResponseCapacity, addressRotation, beginsAdvertisingInBackground,
    overflowNeedsScreen, afterRemoval, afterForceQuit,
    afterSwitchOff, afterControlCenter, afterAirplaneMode, afterReboot)
}
