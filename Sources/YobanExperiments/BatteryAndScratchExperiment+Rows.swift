import YobanSimulatedOS
import YobanVirtualTime

/// The expected rows of S1's app with its accessory, according to Apple's documentation.
extension Experiment {
  private static let openRows: [ExpectedRow] = [
    .init("(nameless switched on)"), .init("(user opens ScratchApp)"),
  ]
  private static let poweredOnRows = [
    ExpectedRow("bluetooth poweredOn", "on scanning"), .init("scanning", "on scanning"),
  ].by(.measured, "BT1")
  /// The rows after the Bean was found. The app ignores the nameless accessory and has stopped
  /// scanning.
  private static let connectedRows = [
    ExpectedRow("connected", "on connected"), .init("ready", "on connected"),
    .init("battery 87 %"),
  ].by(.measured, "BT20")
  private static func useRows(_ scratch: String) -> [ExpectedRow] {
    [
      ExpectedRow("scratch \(scratch)"), .init("scratch written"), .init("scratch 01 02"),
    ].by(.measured, "BT20")
  }
  private static let laterUseRows = useRows("01 02")
  private static let foundThenUsed =
    [ExpectedRow("found Bean", "on"), .init("connecting", "on")].by(.measured, "BT11")
    + connectedRows + useRows("00 00")

  static let foundRows: [ExpectedRow] = .inOrder(
    openRows, [.init("(Bean switched on)")], poweredOnRows, foundThenUsed)

  private static let offRow = ExpectedRow("(user switches Bluetooth off (Control Center))")
  private static let onRow = ExpectedRow("(user switches Bluetooth on)")
  private static let poweredOffRows = [ExpectedRow("bluetooth poweredOff", "")]
    .by(.documented, "BT2")
  /// The hint that the runtime shows to the user; a design decision of the runtime.
  private static let turnOnRows = [ExpectedRow("hint: turnOnBluetooth", "")].by(.assumed, "BT2")
  private static let linkLostRows = [
    ExpectedRow("disconnected: link lost", "on"), .init("connecting", "on"),
  ].by(.documented, "BT13")

  static let offWhileScanningRows: [ExpectedRow] = .inOrder(
    openRows, poweredOnRows, [offRow, .init("(Bean switched on)")], poweredOffRows, turnOnRows,
    [onRow], poweredOnRows, foundThenUsed)

  static let offWhileConnectedRows: [ExpectedRow] = .inOrder(
    foundRows, [offRow], poweredOffRows,
    [ExpectedRow("disconnected: bluetooth unavailable", "")].by(.documented, "BT2"),
    turnOnRows, [onRow],
    [ExpectedRow("bluetooth poweredOn", "on")].by(.documented, "BT1"),
    [ExpectedRow("connecting", "on")].by(.documented, "BT19"), connectedRows, laterUseRows)

  static let disconnectedRows: [ExpectedRow] = .inOrder(
    foundRows, [.init("(user touches Disconnect)")],
    [ExpectedRow("disconnected: requested", "on"), .init("stopped", "on")]
      .by(.documented, "BT13"),
    [.init("(user touches Connect)")],
    // The accessory is known, so the app does not scan.
    [ExpectedRow("connecting", "on")].by(.documented, "BT19"),
    connectedRows, laterUseRows,
    [.init("(Bean moved to 1000 m, 0 m)")], linkLostRows, [.init("(Bean moved to 0 m, 0 m)")],
    connectedRows, laterUseRows)

  static let absenceRows: [ExpectedRow] = .inOrder(
    foundRows, [.init("(Bean switched off)")], linkLostRows,
    // Half a minute later, a hint for the user who looks at the app; a design decision of the
    // runtime.
    [ExpectedRow("hint: bringCloser", "on", after: .seconds(30)...(.seconds(31)))]
      .by(.assumed, "BT12"),
    [.init("(Bean switched on)")],
    [
      ExpectedRow("connection failed: CBError 10", "on"),
      .init("hint: tryAgainAfterLongAbsence", "on"), .init("connecting", "on"),
    ].by(.measured, "BT12"),
    connectedRows, laterUseRows)

  private static let homeRow = ExpectedRow("(user goes home)")
  private static let frozenRows = [ExpectedRow("(suspended)")].by(.measured, "L7")
  private static let wakeEndRows = [ExpectedRow("(suspended)")].by(.measured, "BT9")

  /// The same steps during a wake, the topic of the article.
  static let foundWhileSuspendedRows: [ExpectedRow] = .inOrder(
    openRows, poweredOnRows, [homeRow], frozenRows, [.init("(Bean switched on)")], foundThenUsed,
    wakeEndRows)

  static let notifiedRows: [ExpectedRow] = .inOrder(
    foundRows, [homeRow], frozenRows,
    [ExpectedRow("notified: battery 86 %", "on connected")].by(.documented, "BT9"),
    [ExpectedRow("battery 86 %")].by(.measured, "BT20"), laterUseRows, wakeEndRows)

  private static let fetchRows: [ExpectedRow] = .inOrder(
    [.init("(Bean switched on)")], [ExpectedRow("performFetch")].by(.documented, "FT1"))

  /// The article's failing case: a variable that no code path has initialized.
  static let withoutCentralRows: [ExpectedRow] = fetchRows

  static let variableRows: [ExpectedRow] = .inOrder(
    fetchRows, [ExpectedRow("(finding ble.object-released)")].by(.documented, "BT4"))

  static let ownedRows: [ExpectedRow] = .inOrder(
    fetchRows,
    [ExpectedRow("centralManagerDidUpdateState 5"), .init("didDiscover Bean")]
      .by(.measured, "BT4"))
}
