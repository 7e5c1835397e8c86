import UIKit
import Yoban

/// The app delegate of docs/runtime-jobs.md, as it stands there.
final class DiaryAppDelegate: UIResponder, UIApplicationDelegate {
  /// Once a day, while nobody uses the phone.
  private let backup = BackgroundJobSchedule(
    "com.example.diary.backup", .processing(requiresNetwork: true), every: .seconds(24 * 3_600),
    onCompletion: { print("backup \($0)") },
    body: { context in
      for page in 1...20 {
        try await context.wait(for: .seconds(3))
        await context.report(progress: Double(page) / 20)
      }
    })

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let events = backup.events()
    Task {
      for await event in events { if case .problem(let problem) = event { print(problem) } }
    }
    do {
      try backup.register()
      try backup.start()
    } catch {
      print(error)
    }
    return true
  }

  /// From a button; goes on when the user leaves the app.
  func export() {
    let job = BackgroundJob("export", over: .assertion, onExpiration: { print("hurry") }) {
      context in
      for page in 1...100 {
        try await context.wait(for: .seconds(1))
        await context.report(progress: Double(page) / 100)
      }
    }
    job.start()
    Task { print("export \(await job.wait()) at \(job.progress ?? 0)") }
  }
}
