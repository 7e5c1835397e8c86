/// The facts of Android about sensors and Bluetooth, by API level.
enum AndroidDeviceFacts {
  static let withholdsFromIdle = PlatformFact<Bool>(
    "idle apps get no sensor events", "AN2", "android.sensors.withholdsFromIdle",
    .always(false, .reported), .since(28, true, .reported))
  static let unpermittedRate = PlatformFact<Int?>(
    "samples per second without HIGH_SAMPLING_RATE_SENSORS, target 31 and higher", "AN16",
    "android.sensors.unpermittedRate", .always(nil, .documented), .since(31, 200, .documented))
  static let fifoEventCount = PlatformFact<Int>(
    "events in a sensor's FIFO", "AN16", "android.sensors.fifoEventCount",
    .always(3_000, .assumed))
  static let wakeUpFIFOEventCount = PlatformFact<Int>(
    "events in a wake-up sensor's FIFO", "AN16", "android.sensors.wakeUpFIFOEventCount",
    .always(3_000, .assumed))
  static let wakeUpHold = PlatformFact<Duration>(
    "CPU awake for the events of a wake-up sensor", "AN16", "android.sensors.wakeUpHold",
    .always(.milliseconds(200), .assumed))

  static let scanStartLimit = PlatformFact<Int>(
    "scans that an app may start in a window", "AN11", "android.bluetooth.scanStartLimit",
    .always(5, .documented))
  static let scanStartWindow = PlatformFact<Duration>(
    "the window of the scans that an app may start", "AN11", "android.bluetooth.scanStartWindow",
    .always(.seconds(30), .documented))
  static let longScanLimit = PlatformFact<Duration>(
    "a scan becomes opportunistic after", "AN11", "android.bluetooth.longScanLimit",
    .always(.seconds(30 * 60), .documented), .since(33, .seconds(30 * 60), .assumed))
  static let suspendsUnfilteredScans = PlatformFact<Bool>(
    "unfiltered scans pause while screen or location is off", "AN12",
    "android.bluetooth.suspendsUnfilteredScans", .always(true, .documented))
  static let lowPower = PlatformFact<ScanDuty>(
    "scan in mode low power", "AN13", "android.bluetooth.lowPower",
    .always(ScanDuty(window: 512, interval: 5_120), .documented),
    .since(33, ScanDuty(window: 140, interval: 1_400), .documented))
  static let balanced = PlatformFact<ScanDuty>(
    "scan in mode balanced", "AN13", "android.bluetooth.balanced",
    .always(ScanDuty(window: 1_024, interval: 4_096), .assumed),
    .since(33, ScanDuty(window: 183, interval: 730), .documented))
  static let lowLatency = PlatformFact<ScanDuty>(
    "scan in mode low latency", "AN13", "android.bluetooth.lowLatency",
    .always(ScanDuty(window: 4_096, interval: 4_096), .documented),
    .since(33, ScanDuty(window: 100, interval: 100), .documented))
  static let lowPowerScreenOff = PlatformFact<ScanDuty>(
    "scan in mode low power, screen off", "AN13", "android.bluetooth.lowPowerScreenOff",
    .always(ScanDuty(window: 512, interval: 10_240), .documented))
  static let balancedScreenOff = PlatformFact<ScanDuty>(
    "scan in mode balanced, screen off", "AN13", "android.bluetooth.balancedScreenOff",
    .always(ScanDuty(window: 1_024, interval: 4_096), .assumed),
    .since(33, ScanDuty(window: 183, interval: 730), .documented))
  static let supervisionTimeout = PlatformFact<Duration>(
    "a silent connection is lost after", "AN15", "android.bluetooth.supervisionTimeout",
    .always(.seconds(20), .reported), .since(31, .seconds(5), .reported))
  static let connectTimeout = PlatformFact<Duration>(
    "connectGatt without autoConnect gives up after", "AN15", "android.bluetooth.connectTimeout",
    .always(.seconds(30), .assumed))
  static let wake = PlatformFact<Duration>(
    "run time for an event of Bluetooth while the CPU sleeps", "AN7", "android.bluetooth.wake",
    .always(.milliseconds(200), .assumed))

  static let advertiserNoticed = PlatformFact<Duration>(
    "a scan notices that a device begins to advertise within", "AN13",
    "android.bluetooth.advertiserNoticed", .always(.seconds(1), .assumed))
  static let companionAbsence = PlatformFact<Duration>(
    "a companion device is gone if nothing is heard of it for", "AN14",
    "android.bluetooth.companionAbsence", .always(.seconds(60), .assumed))
  static let companionLook = PlatformFact<Duration>(
    "the system listens for companion devices once in", "AN14",
    "android.bluetooth.companionLook", .always(.seconds(10), .assumed))

  static let rows = PlatformRow.section(
    "Android sensors and Bluetooth",
    withholdsFromIdle, unpermittedRate, fifoEventCount, wakeUpFIFOEventCount, wakeUpHold,
    scanStartLimit, scanStartWindow, longScanLimit, suspendsUnfilteredScans, lowPower, balanced,
    lowLatency, lowPowerScreenOff, balancedScreenOff, supervisionTimeout,
    connectTimeout, wake, advertiserNoticed, companionAbsence, companionLook)
}
