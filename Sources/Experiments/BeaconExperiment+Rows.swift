import SimulatedOS
import VirtualTime

/// What S3 measured of beacons.
enum BeaconRows {
  /// A second from the first packet, on phones whose Bluetooth controller watches for beacons (BC5);
  /// the packet comes at most an advertising interval of 0.1 s and the controller's 10 ms after the
  /// beacon was switched on.
  private static let atOnce: ClosedRange<Duration> = .zero...(.milliseconds(1_110))
  /// From the last packet, which left at most 0.1 s before the beacon was off (BC4).
  private static let exitDelay: ClosedRange<Duration> = .milliseconds(29_890)...(.seconds(45))
  /// How long a region event keeps an app running (BC8).
  private static let wake: ClosedRange<Duration> = .seconds(9)...(.seconds(11))

  private static func cameRows(
    _ state: String, after delay: ClosedRange<Duration>
  ) -> [ExpectedRow] {
    // S3 measured the order and the state; that both come in one moment, and within a second, was
    // reported by others.
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

  static let inFront = [on] + cameRows("active", after: atOnce) + wentRows("active")

  /// The task of the app lasts 180 s from leaving the foreground (BG1): it runs through all of it.
  static let running =
    [on] + cameRows("background", after: atOnce) + wentRows("background") + [
      // The app of S3 ran; for how long its task kept it running is BG1.
      ExpectedRow("(suspended)").by(.measured, "BG1")
    ]

  static let suspended =
    [on] + cameRows("background", after: atOnce) + [frozen] + wentRows("background") + [frozen]

  // MARK: Terminated

  static let terminated =
    [on, launch] + cameRows("background", after: .zero...(.zero)) + [frozen]
    + wentRows("background") + [frozen]

  /// The process of the first detection serves the second one, too (L14).
  static let second = terminated + suspended

  /// Taken away and added again, the region is determined once more (BC10).
  static let registeredAgain =
    [on, launch, ExpectedRow("(finding region.reregistered)").by(.measured, "BC10")]
    + cameRows("background", after: .zero...(.zero)) + [
      ExpectedRow("didDetermineState inside door", "background", after: atOnce)
        .by(.measured, "BC10").delayed(.assumed), frozen,
    ] + wentRows("background") + [frozen]

  // MARK: Ranging

  /// One callback a second for about 10 s (BC8).
  static let ranging =
    [on, launch] + cameRows("background", after: .zero...(.zero)) + [
      ExpectedRow.eachSecond("didRange 1", "background", 9...11).by(.measured, "BC8"),
      ExpectedRow("(suspended)").by(.measured, "BC8"),
    ] + wentRows("background") + [
      ExpectedRow.eachSecond("didRange 0", "background", 9...11).by(.measured, "BC8"),
      ExpectedRow("(suspended)").by(.measured, "BC8"),
    ]

  // MARK: Reboot and update

  /// Nothing for about three minutes, then as terminated (BC11).
  static let beside =
    [on] + cameRows("background", after: atOnce) + [
      frozen, .init("(phone rebooting)"), ExpectedRow("(process ended: device rebooted)").by(.documented, "L17"),
      .init("(phone booted)"),
      // S3 says "about three minutes".
      ExpectedRow(
        "didFinishLaunching for location", "background", after: .seconds(150)...(.seconds(210))
      ).by(.measured, "BC11"),
    ] + cameRows("background", after: .zero...(.zero)) + [frozen]

  static let update =
    [
      .init("(phone installing iOS 7.1)"), .init("(phone rebooting)"),
      ExpectedRow("(process ended: device rebooted)").by(.documented, "L17"), .init("(phone booted)"),
    ] + terminated
}
