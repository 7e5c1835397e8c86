import YobanSimulatedOS
import YobanVirtualTime

/// The expected rows of background tasks, as measured in S2.
///
/// The app counts at whole seconds; the user leaves it a quarter of a second after one.
enum BackgroundJobRows {
  private static let atOnce: ClosedRange<Duration> = .zero...(.milliseconds(10))
  /// The suspension follows at once when the assertion ends (BG5). The runtime's job keeps its
  /// assertion for 0.1 s longer, so that code which waits for the end of the job still runs.
  private static let suspended = ExpectedRow(
    "(suspended)", after: .milliseconds(100)...(.milliseconds(110))
  ).by(.measured, "BG5").delayed(.assumed)
  private static let frozen = ExpectedRow(
    "(suspended)", after: .nanoseconds(1)...(.milliseconds(999))
  ).by(.measured, "L7")

  private static let launchRows: [ExpectedRow] =
    [
      ExpectedRow("(user opens BackgroundJobApp)"),
      ExpectedRow("didFinishLaunching", "inactive").by(.reported, "L5"),
      ExpectedRow("(user touches Start)"),
    ]
    + [ExpectedRow.ticks(10...10), .init("remaining without limit", "active")]
    .by(.measured, "BG6")
  private static let leaveRows = [
    ExpectedRow("(user goes home)"), .init("applicationDidEnterBackground", "background"),
  ].by(.reported, "L5")
  private static let returnRows = [
    ExpectedRow("(user opens BackgroundJobApp)"),
    .init("applicationWillEnterForeground", "background"),
  ].by(.reported, "L5")

  /// Returns the grade of a version's budget (BG1).
  private static func grade(_ budget: Int) -> Grade { budget == 30 ? .reported : .measured }

  /// Ticks in the background; after each tenth tick, the app prints the remaining budget (BG1).
  private static func countdown(_ budget: Int, for seconds: Int) -> [ExpectedRow] {
    let tens = (1...(seconds / 10)).flatMap { ten in
      [ExpectedRow.ticks(10...10), .init("remaining \(budget - ten * 10) s", "background")]
    }
    let rest = seconds % 10
    return (tens + (rest == 0 ? [] : [.ticks(rest...rest)])).by(grade(budget), "BG1")
  }

  /// All rows until the expiration handler, which runs on the main thread, 5 s before the end
  /// (BG3).
  private static func rowsUntilExpiration(_ budget: Int) -> [ExpectedRow] {
    launchRows + leaveRows + countdown(budget, for: budget - 5) + [
      ExpectedRow(
        "expires in 5 s, on the main thread", "background",
        after: .milliseconds(240)...(.milliseconds(260))
      ).by(.measured, "BG3")
    ]
  }

  static func budget(_ budget: Int) -> [ExpectedRow] {
    rowsUntilExpiration(budget) + [
      ExpectedRow("finished: expired", "background", after: atOnce).by(.measured, "BG3"),
      suspended,
    ] + returnRows
  }

  static func ended(_ budget: Int) -> [ExpectedRow] {
    launchRows + leaveRows + countdown(budget, for: 20) + [
      ExpectedRow("finished: completed", "background", after: atOnce).by(.measured, "BG5"),
      suspended,
    ] + returnRows
  }

  /// The suspended wait ends late, then the counter continues (BG5, L7).
  static func continued(_ budget: Int) -> [ExpectedRow] {
    rowsUntilExpiration(budget)
      + [ExpectedRow("(suspended)", after: atOnce).by(.measured, "BG5")] + returnRows
      + [
        ExpectedRow.ticks(5...5), .init("remaining without limit", "active"),
        .ticks(10...10), .init("remaining without limit", "active"),
        .init("finished: completed", "active", after: atOnce),
      ].by(.measured, "BG5")
  }

  static func leaked(_ budget: Int) -> [ExpectedRow] {
    rowsUntilExpiration(budget)
      + [
        ExpectedRow.ticks(5...5), .init("remaining 0 s", "background"),
        .init("(finding bgtask.leaked)"),
        .init("(process ended: 0x8badf00d: has active assertions beyond permitted time)"),
      ].by(.documented, "BG4")
  }

  /// The first iOS 7, where the app outlives its budget (BG4).
  static let outlived: [ExpectedRow] =
    rowsUntilExpiration(180)
    + ([ExpectedRow.ticks(5...5), .init("remaining 0 s", "background")]
    + (0..<21).flatMap { _ in
      [ExpectedRow.ticks(10...10), .init("remaining 0 s", "background")]
    }
    + [ExpectedRow("finished: completed", "background", after: atOnce)])
    .by(.measured, "BG4")

  /// Each second in the background increments the badge, which the user sees on the home screen.
  static func badge(_ budget: Int) -> [ExpectedRow] {
    func counted(_ numbers: ClosedRange<Int>) -> [ExpectedRow] {
      numbers.flatMap { [ExpectedRow.ticks(1...1), .init("(badge \($0))")] }
    }
    let rows: [ExpectedRow] =
      [
        .init("(user opens BackgroundJobApp)"), .init("didFinishLaunching", "inactive"),
        .init("(user touches Start)"),
      ]
      + counted(1...10) + [.init("remaining without limit", "active")] + leaveRows
      + counted(11...20)
      + [.init("remaining \(budget - 10) s", "background")]
      + counted(21...25)
      + [.init("(user sees the badge 25 of BackgroundJobApp on the home screen)")]
      + counted(26...30) + [.init("remaining \(budget - 20) s", "background")]
      + [.init("finished: completed", "background", after: atOnce), suspended]
    return rows.by(.measured, "BG2")
  }

  /// By then, the job has ended.
  private static let savingRows =
    launchRows
    + [ExpectedRow("finished: completed", "active", after: atOnce)].by(.measured, "BG5")
    + leaveRows

  static let saved: [ExpectedRow] =
    savingRows
    + [ExpectedRow("saved", "background", after: .seconds(4)...(.seconds(4)))]
    .by(.measured, "L6") + [frozen]

  static let notSaved: [ExpectedRow] =
    savingRows
    + [
      ExpectedRow(
        "(process ended: 0x8badf00d: didEnterBackground took longer than 5.0 seconds)",
        after: .seconds(5)...(.seconds(5)))
    ].by(.documented, "L6")
}
