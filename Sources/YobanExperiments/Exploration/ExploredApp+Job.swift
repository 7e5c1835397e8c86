import UIKit
import YobanSimulatedOS
import YobanVirtualTime

extension ExploredApp {
  /// The app of experiment E3. The user starts the job, leaves the app for 10 minutes, and comes back.
  static let job = ExploredApp(
    name: "job",
    words:
      "The app of E3 counts in a background job: the job counts each second once, ends in time, and the screen says how it has ended."
  ) { explored in
    let phone = try explored.world.addPhone("phone", .iPhone(iOS: 17))
    let app = try phone.install(CountingJob(seconds: 120).app)
    explored.always("each second is counted once") {
      let ticks = launch(app).filter { $0.hasPrefix("tick ") }
      return ticks == ticks.indices.map { "tick \($0)" }
    }
    explored.eventually(within: .seconds(10), "a job whose time is over has ended") {
      let lines = launch(app)
      return app.state == .notRunning || !lines.contains { $0.hasPrefix("expires") }
        || lines.contains { $0.hasPrefix("finished") }
    }
    explored.sometimes("a job ends because the app's time is over") {
      app.printed.contains { $0.hasPrefix("finished: expired") }
    }
    await phone.open(app)
    try await Task.sleep(for: .seconds(2))
    await phone.tap("Start", in: app)
    try await Task.sleep(for: .seconds(20))
    await phone.goHome()
    try await Task.sleep(for: .seconds(600))
    await phone.open(app)
    try await Task.sleep(for: .seconds(150))
  }

  /// The lines that the app has printed since its last launch.
  private static func launch(_ app: InstalledApp) -> [String] {
    let texts = app.printed
    let start = texts.lastIndex { $0.hasPrefix("didFinishLaunching") } ?? 0
    return Array(texts[start...])
  }
}
