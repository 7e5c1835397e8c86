import UIKit
import UserNotifications
import Yoban

/// The background job of the app: it counts seconds.
@MainActor final class Counter {
  private let settings: Settings
  private var job: BackgroundJob?
  /// The number of seconds that were counted.
  private(set) var second = 0
  /// The last problem, in words.
  private(set) var problem: String?
  /// Called after every change.
  var onChange: (() -> Void)?

  init(_ settings: Settings) { self.settings = settings }

  var total: Int { settings.seconds }

  /// Whether the job runs, or is suspended with the process.
  var isRunning: Bool { job?.state == .running || job?.state == .canceling }

  /// The state of the job, in words for the user.
  var stateInWords: String {
    switch job?.state {
    case nil, .ready: "Not started"
    case .running: "Counting: \(second) of \(total)"
    case .canceling: "Stopping"
    case .finished(.completed): "Completed: \(second) of \(total)"
    case .finished(.cancelled): "Stopped at \(second) of \(total)"
    case .finished(.expired): "Ended by the system at \(second) of \(total)"
    case .finished(.failed): "Failed at \(second) of \(total)"
    }
  }

  /// Starts to count. The first start asks for the permission to show the number on the app's icon.
  func start() {
    if settings.asksForBadge { askForBadge() }
    if settings.leaksTask {
      _ = UIApplication.shared.beginBackgroundTask(withName: "leak") { self.expires() }
    }
    second = 0
    problem = nil
    let seconds = settings.seconds
    let job = BackgroundJob(
      "count", over: settings.leaksTask ? .nothing : .assertion,
      expiration: settings.suspendsAtExpiration ? .suspends : .cancels,
      onExpiration: { self.expires() }, onCompletion: { self.finished($0) }
    ) { [weak self] context in
      for second in 0..<seconds {
        try await context.wait(for: .seconds(1))
        await self?.count(second, context)
      }
    }
    self.job = job
    watch(job)
    job.start()
    onChange?()
  }

  private func askForBadge() {
    UNUserNotificationCenter.current().requestAuthorization(options: .badge) {
      // The system calls it on a queue of its own.
      @Sendable [weak self] isGranted, _ in
      guard let self, !isGranted else { return }
      Task { await self.badgesAreNotAllowed() }
    }
  }

  private func badgesAreNotAllowed() {
    problem = "Badges are not allowed, so that the icon shows no number."
    onChange?()
  }

  func stop() {
    job?.cancel()
    onChange?()
  }

  /// Works for a while in the callback that the app enters the background, if the settings say so.
  func workInBackground() {
    guard settings.workInBackground > 0 else { return }
    Thread.sleep(forTimeInterval: settings.workInBackground)
    log("saved")
  }

  /// Increments the badge; after each tenth second logs the remaining time.
  private func count(_ second: Int, _ context: BackgroundJobContext) {
    print("tick \(second)")
    self.second = second + 1
    // Deprecated since iOS 17 in favor of `setBadgeCount`, which exists from iOS 16 on: E3 compares
    // the numbers of the badge on iOS 7.1.
    UIApplication.shared.applicationIconBadgeNumber = second + 1
    onChange?()
    guard (second + 1).isMultiple(of: 10) else { return }
    log(
      "remaining \(context.remainingTime.map { "\($0.components.seconds) s" } ?? "without limit")")
  }

  private func expires() {
    // There is no limit if the user opens the app at this moment; the number is too large for Int then.
    let left = Int(exactly: UIApplication.shared.backgroundTimeRemaining.rounded())
    let time = left.map { "in \($0) s" } ?? "while the app is open"
    log("expires \(time), \(Thread.isMainThread ? "on the main thread" : "elsewhere")")
    problem = "The app's time in the background is over."
    onChange?()
  }

  private func finished(_ outcome: BackgroundJob.Outcome) {
    log("finished: \(outcome)")
    onChange?()
  }

  private func watch(_ job: BackgroundJob) {
    let events = job.events()
    Task { [weak self] in
      for await event in events {
        if case .problem(let problem) = event { self?.problem = problem.description }
        self?.onChange?()
      }
    }
  }
}
