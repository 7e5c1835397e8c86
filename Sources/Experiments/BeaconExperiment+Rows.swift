/// What S3 saw of beacons.
enum BeaconRows {
  /// A second from the first packet, in phones that look by themselves (BC5); it comes at most an
  /// advertising interval of 0.1 s and the controller's 10 ms after the beacon was switched on.
  private static let atOnce: ClosedRange<Duration> = .zero...(.milliseconds(1_110))
  /// From the last packet, which left at most 0.1 s before the beacon was off (BC4).
  private static let exitDelay: ClosedRange<Duration> = .milliseconds(29_890)...(.seconds(45))
  /// How long a region event keeps an app running (BC8).
  private static let wake: ClosedRange<Duration> = .seconds(9)...(.seconds(11))

  private static func cameRows(
    _ state: String, after delay: ClosedRange<Duration>
  ) -> [ExpectedRow] {
    [  // BC3
      .init("didEnterRegion door", state, after: delay),
      .init("didDetermineState inside door", state, after: .zero...(.zero)),
    ]
  }

  private static func wentRows(_ state: String) -> [ExpectedRow] {
    [
      .init("(door switched off)"),
      .init("didExitRegion door", state, after: exitDelay),
      .init("didDetermineState outside door", state, after: .zero...(.zero)),
    ]
  }

  private static let on = ExpectedRow("(door switched on)")
  private static let launch = ExpectedRow(
    "didFinishLaunching for location", "background", after: atOnce)
  private static let frozen = ExpectedRow("(suspended)", after: wake)

  // MARK: Running and suspended

  static let inFront = [on] + cameRows("active", after: atOnce) + wentRows("active")

  /// The task of the app lasts 180 s from leaving the foreground (BG1): it runs through all of it.
  static let running =
    [on] + cameRows("background", after: atOnce) + wentRows("background") + [
      ExpectedRow("(suspended)")
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
    [on, launch, ExpectedRow("(finding region.reregistered)")]
    + cameRows("background", after: .zero...(.zero)) + [
      .init("didDetermineState inside door", "background", after: atOnce), frozen,
    ] + wentRows("background") + [frozen]

  // MARK: Ranging

  /// One callback a second for about 10 s (BC8).
  static let ranging =
    [on, launch] + cameRows("background", after: .zero...(.zero)) + [
      .eachSecond("didRange 1", "background", 9...11), ExpectedRow("(suspended)"),
    ] + wentRows("background") + [
      .eachSecond("didRange 0", "background", 9...11), ExpectedRow("(suspended)"),
    ]

  // MARK: Reboot and update

  /// Nothing for about three minutes, then as terminated (BC11).
  static let beside =
    [on] + cameRows("background", after: atOnce) + [
      frozen, .init("(phone rebooting)"), .init("(process ended: device rebooted)"),
      .init("(phone booted)"),
      .init(
        "didFinishLaunching for location", "background", after: .seconds(175)...(.seconds(186))),
    ] + cameRows("background", after: .zero...(.zero)) + [frozen]

  static let update =
    [
      .init("(phone installing iOS 7.1)"), .init("(phone rebooting)"),
      .init("(process ended: device rebooted)"), .init("(phone booted)"),
    ] + terminated
}
