/// What S2 saw of background tasks.
///
/// The app counts at whole seconds and is left a quarter of a second after one.
enum BackgroundJobRows {
  private static let atOnce: ClosedRange<Duration> = .zero...(.milliseconds(10))
  /// At once when the assertion is ended (BG5); the job keeps it for 0.1 s longer, so that those
  /// who wait hear of its end.
  private static let suspended = ExpectedRow(
    "(suspended)", after: .milliseconds(100)...(.milliseconds(110)))

  private static let launchRows: [ExpectedRow] = [
    .init("(person opens BackgroundJobApp)"), .init("didFinishLaunching", "inactive"),
    .ticks(10...10), .init("remaining without limit", "active"),  // BG6
  ]
  private static let leaveRows: [ExpectedRow] = [
    .init("(person goes home)"), .init("applicationDidEnterBackground", "background"),
  ]
  private static let returnRow = ExpectedRow("(person opens BackgroundJobApp)")
  private static let returnedRow = ExpectedRow("applicationWillEnterForeground", "background")

  /// Ticks in background for a while; each tenth tells what is left of the budget (BG1).
  private static func countdown(_ budget: Int, for seconds: Int) -> [ExpectedRow] {
    let tens = (1...(seconds / 10)).flatMap { ten in
      [ExpectedRow.ticks(10...10), .init("remaining \(budget - ten * 10) s", "background")]
    }
    let rest = seconds % 10
    return tens + (rest == 0 ? [] : [.ticks(rest...rest)])
  }

  /// All that comes until the expiration handler: 5 s before the end, on the main thread (BG3).
  private static func rowsUntilExpiration(_ budget: Int) -> [ExpectedRow] {
    launchRows + leaveRows + countdown(budget, for: budget - 5) + [
      .init(
        "expires in 5 s, on the main thread", "background",
        after: .milliseconds(240)...(.milliseconds(260)))
    ]
  }

  static func budget(_ budget: Int) -> [ExpectedRow] {
    rowsUntilExpiration(budget) + [
      .init("finished: expired", "background", after: atOnce),
      suspended, returnRow, returnedRow,
    ]
  }

  static func ended(_ budget: Int) -> [ExpectedRow] {
    launchRows + leaveRows + countdown(budget, for: 20) + [
      .init("finished: completed", "background", after: atOnce),
      suspended, returnRow, returnedRow,
    ]
  }

  /// The frozen wait ends late, then the count goes on (BG5, L7).
  static func goesOn(_ budget: Int) -> [ExpectedRow] {
    rowsUntilExpiration(budget) + [
      .init("(suspended)", after: atOnce), returnRow, returnedRow,
      .ticks(5...5), .init("remaining without limit", "active"),
      .ticks(10...10), .init("remaining without limit", "active"),
      .init("finished: completed", "active", after: atOnce),
    ]
  }

  static func leaked(_ budget: Int) -> [ExpectedRow] {
    rowsUntilExpiration(budget) + [
      .ticks(5...5), .init("remaining 0 s", "background"), .init("(finding bgtask.leaked)"),
      .init("(process ended: 0x8badf00d: has active assertions beyond permitted time)"),  // BG4
    ]
  }

  /// The first iOS 7 (BG4).
  static let outlived =
    rowsUntilExpiration(180) + [.ticks(5...5), .init("remaining 0 s", "background")]
    + (0..<21).flatMap { _ in [.ticks(10...10), .init("remaining 0 s", "background")] }
    + [.init("finished: completed", "background", after: atOnce)]

  /// The job has ended by then.
  private static let savingRows =
    launchRows + [.init("finished: completed", "active", after: atOnce)] + leaveRows

  static let saved =
    savingRows + [
      .init("saved", "background", after: .seconds(4)...(.seconds(4))),
      .init("(suspended)", after: .seconds(1)...(.seconds(2))),  // L7
    ]

  static let notSaved =
    savingRows + [
      .init(
        "(process ended: 0x8badf00d: didEnterBackground took longer than 5.0 seconds)",
        after: .seconds(5)...(.seconds(5)))  // L6
    ]
}
