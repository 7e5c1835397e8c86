import YobanSimulatedOS
import YobanVirtualTime

/// The expected rows of Bluetooth while an app is suspended, as measured in S0, and of relaunches,
/// as documented by Apple.
extension Experiment {
  private static let soon: ClosedRange<Duration> = .zero...(.seconds(1))
  /// The published log has 11 lines of the counter, a second apart, in one wake and 9 in the other,
  /// so the wakes lasted 10 to 11 s and 8 to 9 s.
  private static let wakeTicks = 9...12
  private static let wakeLength: ClosedRange<Duration> = .seconds(8)...(.seconds(11))

  private static let suspended = ExpectedRow(
    "(suspended)", after: .nanoseconds(1)...(.milliseconds(999))
  ).by(.measured, "L7")

  private static let launchRows =
    [
      ExpectedRow("(user opens AwaitedAccessoryApp)"),
      .init("application(_:didFinishLaunchingWithOptions:)", "background"),
      .init("viewDidLoad()", "background"),
      .init("sceneWillEnterForeground(_:)", "background"),
      .init("sceneDidBecomeActive(_:)", "inactive"),
      .init(
        "centralManagerDidUpdateState(_:) : [poweredOn]", "active", after: soon
      ).delayed(.assumed),
      .init("(user touches Scan)"),
      .init("onClickScanBluetoothDeviceButton(_:)", "active"),
      .init("scanForPeripherals()", "active"),
    ].by(.measured, "L1")

  private static let homeRows =
    [
      ExpectedRow("(user goes home)"),
      .init("sceneWillResignActive(_:)", "active"),
      .init("sceneDidEnterBackground(_:)", "background"),
    ].by(.measured, "L2") + [ExpectedRow("Execute background processing").by(.measured, "L7")]

  /// The counter prints one line, and the app is suspended within the second (L7).
  private static let frozenRows = [ExpectedRow.ticks(1...1).by(.measured, "L7"), suspended]

  private static let reopenRows = [
    ExpectedRow("sceneWillEnterForeground(_:)", "background"),
    .init("sceneDidBecomeActive(_:)", "inactive"),
  ].by(.measured, "L3")

  private static func discoveredRows(_ state: String) -> [ExpectedRow] {
    [ExpectedRow("centralManager(_:didDiscover:advertisementData:rssi:)", state)]
      .by(.measured, "BT9")
      + [ExpectedRow("<CBPeripheral: name = (null), mtu = 0, state = disconnected>")]
      .by(.measured, "BT11")
  }

  private static func connectedRows(_ state: String) -> [ExpectedRow] {
    [
      ExpectedRow("centralManager(_:didConnect:)", state, after: soon).delayed(.assumed),
      // Service discovery of that accessory took up to a second: a line of the counter comes
      // before.
      .init("peripheral(_:didDiscoverServices:)", state, after: .zero...(.seconds(2)))
        .delayed(.assumed),
      .init("peripheral(_:didDiscoverCharacteristicsFor:error:)", state, after: soon)
        .delayed(.assumed),
    ].by(.measured, "BT20")
  }

  private static let disconnectedRow = ExpectedRow(
    "centralManager(_:didDisconnectPeripheral:error:)", "background")

  /// The rows of one wake. The suspended thread's line may come first (BT10); lines of the counter
  /// may be at any place.
  private static func wakeRows(_ rows: [ExpectedRow]) -> [ExpectedRow] {
    var group = ExpectedRow.amongTicks(wakeTicks, rows)
    group.delay = wakeLength
    return [group, ExpectedRow("(suspended)")].by(.measured, "BT9")
  }

  static let suspendedRows: [ExpectedRow] =
    launchRows + homeRows + frozenRows + [
      // Nothing happens until the accessory advertises.
      .init("(tag switched on)", after: .seconds(170)...(.seconds(180)))
    ] + wakeRows(discoveredRows("background") + connectedRows("background"))
    + [ExpectedRow("(tag switched off)")]
    + wakeRows([disconnectedRow.by(.measured, "BT9")])
    + [ExpectedRow("(user opens AwaitedAccessoryApp)"), .ticks(1...1).by(.measured, "L7")]
    + reopenRows

  /// Nothing happens until the user is back (BT8).
  static let withoutModeRows: [ExpectedRow] =
    launchRows + homeRows
    + [ExpectedRow("(finding ble.scan.background-without-mode)").by(.documented, "BT8")]
    + frozenRows + [.init("(tag switched on)"), .init("(user opens AwaitedAccessoryApp)")]
    + [ExpectedRow.ticks(1...1).by(.measured, "L7")] + reopenRows
    + discoveredRows("active") + connectedRows("active")
    + homeRows + frozenRows
    + [ExpectedRow("(finding ble.connection.without-mode)").by(.documented, "BT8")] + [
      .init("(tag switched off)"), .init("(user opens AwaitedAccessoryApp)"),
      ExpectedRow.ticks(1...1).by(.measured, "L7"),
    ] + reopenRows
    + [
      ExpectedRow("centralManager(_:didDisconnectPeripheral:error:)", "active", after: soon)
    ].by(.documented, "BT8")

  static let withoutUsageTextRows: [ExpectedRow] =
    [
      ExpectedRow("(user opens AwaitedAccessoryApp)"),
      .init("application(_:didFinishLaunchingWithOptions:)", "background").by(.measured, "L1"),
      .init("(finding plist.missing-key)"),
      .init(
        "(process ended: crash: privacy violation: the app accessed Bluetooth without NSBluetoothAlwaysUsageDescription in its Info.plist)"
      ),
    ].by(.measured, "BT3")

  static let withoutServicesRows: [ExpectedRow] =
    launchRows + homeRows
    + [ExpectedRow("(finding ble.scan.background-nil-services)").by(.documented, "BT5")]
    + frozenRows + [
      .init("(tag switched on)"), .init("(tag switched off)"),
      .init("(user opens AwaitedAccessoryApp)"), ExpectedRow.ticks(1...1).by(.measured, "L7"),
    ] + reopenRows

  /// The rows of a launch for a restored manager (BT25). An app with scenes gets no launch options
  /// and no scene (L13); an app without scenes receives the restore identifier.
  static func relaunchRows(hasScene: Bool) -> [ExpectedRow] {
    let launch = [ExpectedRow("application(_:didFinishLaunchingWithOptions:)", "background")]
    let withoutScene = [
      ExpectedRow("launched for \(AwaitedAccessory.restoreIdentifier)"),
      .init("viewDidLoad()", "background"),
    ]
    return (launch + (hasScene ? [] : withoutScene)).by(.documented, "L13")
      + [
        ExpectedRow("centralManager(_:willRestoreState:) : [1]", "background"),
        .init("centralManagerDidUpdateState(_:) : [poweredOn]", "background"),
      ].by(.documented, "BT25")
      + connectedRows("background")
      + [
        // There is no measurement of a wake with a launch; Apple says around 10 s.
        ExpectedRow("(suspended)", after: wakeLength).by(.assumed, "BT9")
      ]
  }

  static func restoredRows(_ hasScene: Bool) -> [ExpectedRow] {
    [
      ExpectedRow("(process ended: jetsam (memory pressure))").by(.documented, "L8"),
      .init("(tag switched on)"),
    ] + relaunchRows(hasScene: hasScene)
  }

  static let forceQuitRows: [ExpectedRow] =
    [
      ExpectedRow("(user swipes AwaitedAccessoryApp away)"),
      .init("(process ended: force-quit by the user)"),
      .init("(finding relaunch.after-force-quit)"),
      .init("(tag switched on)"),
    ].by(.documented, "BT27")
}
