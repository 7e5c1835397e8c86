import YobanSimulatedOS
import YobanVirtualTime

/// The expected rows of beacons, as measured in S3.
enum BeaconRows {
  /// A second after the first packet, on phones whose Bluetooth controller detects beacons (BC5).
  /// The packet arrives after at most an advertising interval of 0.1 s and the controller's 10 ms.
  private static let atOnce: ClosedRange<Duration> = .zero...(.milliseconds(1_110))
  /// Counted from the last packet, which was sent at most 0.1 s before the beacon was switched off
  /// (BC4).
  private static let exitDelay: ClosedRange<Duration> = .milliseconds(29_890)...(.seconds(45))
  /// The run time of an app after a region event (BC8).
  private static let wake: ClosedRange<Duration> = .seconds(9)...(.seconds(11))

  private static func cameRows(
    _ state: String, after delay: ClosedRange<Duration>
  ) -> [ExpectedRow] {
    // S3 measured the order and the state. Other reports say that both callbacks come at the same
    // time, within a second.
    [
      ExpectedRow("didEnterRegion door", state, after: delay).delayed(.reported),
      .init("didDetermineState inside door", state, after: .zero...(.zero)).delayed(.assumed),
    ].by(.measured, "BC3")
  }

  private static func wentRows(_ state: String) -> [ExpectedRow] {
    [ExpectedRow("(door switched off)")]
      + [ExpectedRow("didExitRegion door", state, after: exitDelay)].by(.measured, "BC4")
      + [
        ExpectedRow("didDetermineState outside door", state, after: .zero...(.zero))
          .delayed(.assumed)
      ].by(.measured, "BC3")
  }

  private static let on = ExpectedRow("(door switched on)")
  private static let launch = ExpectedRow(
    "didFinishLaunching for location", "background", after: atOnce
  ).by(.measured, "BC3").delayed(.reported)
  private static let frozen = ExpectedRow("(suspended)", after: wake).by(.measured, "BC8")

  // MARK: Running and suspended

  static let inForeground = [on] + cameRows("active", after: atOnce) + wentRows("active")

  /// The app's background task lasts 180 s from leaving the foreground (BG1), so the app runs all
  /// the time.
  static let running =
    [on] + cameRows("background", after: atOnce) + wentRows("background") + [
      // In S3, the app ran; how long its background task kept it running is defined by BG1.
      ExpectedRow("(suspended)").by(.measured, "BG1")
    ]

  static let suspended =
    [on] + cameRows("background", after: atOnce) + [frozen] + wentRows("background") + [frozen]

  // MARK: Terminated

  static let terminated =
    [on, launch] + cameRows("background", after: .zero...(.zero)) + [frozen]
    + wentRows("background") + [frozen]

  /// The same process handles the first and the second detection (L14).
  static let second = terminated + suspended

  /// If the region is removed and added again, its state is determined again (BC10).
  static let registeredAgain =
    [on, launch, ExpectedRow("(finding region.reregistered)").by(.measured, "BC10")]
    + cameRows("background", after: .zero...(.zero)) + [
      ExpectedRow("didDetermineState inside door", "background", after: atOnce)
        .by(.measured, "BC10").delayed(.assumed), frozen,
    ] + wentRows("background") + [frozen]

  // MARK: Ranging

  /// One callback per second for about 10 s (BC8).
  static let ranging =
    [on, launch] + cameRows("background", after: .zero...(.zero)) + [
      ExpectedRow.eachSecond("didRange 1", "background", 9...11).by(.measured, "BC8"),
      ExpectedRow("(suspended)").by(.measured, "BC8"),
    ] + wentRows("background") + [
      ExpectedRow.eachSecond("didRange 0", "background", 9...11).by(.measured, "BC8"),
      ExpectedRow("(suspended)").by(.measured, "BC8"),
    ]

  // MARK: Reboot and update

  /// Nothing for about three minutes, then the same as for a terminated app (BC11).
  static let beside =
    [on] + cameRows("background", after: atOnce) + [
      frozen, .init("(phone rebooting)"),
      ExpectedRow("(process ended: device rebooted)").by(.documented, "L17"),
      .init("(phone booted)"),
      // S3 says "about three minutes".
      ExpectedRow(
        "didFinishLaunching for location", "background", after: .seconds(150)...(.seconds(210))
      ).by(.measured, "BC11"),
    ] + cameRows("background", after: .zero...(.zero)) + [frozen]

  static let update =
    [
      .init("(phone installing iOS 7.1)"), .init("(phone rebooting)"),
      ExpectedRow("(process ended: device rebooted)").by(.documented, "L17"),
      .init("(phone booted)"),
    ] + terminated
}
