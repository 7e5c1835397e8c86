import YobanSimulatedDevices
import YobanVirtualTime

/// The user's permission (NT1, NT2, NT4).
extension NotificationService {
  /// Requests permission. The alert appears while the app is in front.
  ///
  /// - Parameter done: called on the process's main queue.
  package func request(
    _ options: NotificationOptions, _ process: AppProcess, _ done: @escaping (Bool) -> Void
  ) {
    let record = record(of: process.app)
    let before = record.permission
    switch record.permission.request(options, policy) {
    case .answer(let isGranted):
      if before != record.permission { postStatus(record) }
      process.process.onMain { done(isGranted) }
    case .ask:
      record.questions.append(.init(process: process, options: options, done: done))
      if record.questions.count == 1 { ask(process.app) }
    }
  }

  /// Shows the permission alert if a request waits for it and the app is in front.
  func ask(_ app: InstalledApp) {
    guard app.isInFront, let record = existing(app),
      let question = record.questions.first, record.alert == nil
    else { return }
    post(.permission("the user is asked for \(question.options.words)"), record)
    let process = question.process
    record.alert = simulation.schedule(at: now + policy.answerDelay) { [weak self, weak record] in
      guard let self, let record else { return }
      record.alert = nil
      guard app.process === process else { return }
      answer(record)
    }
  }

  private func answer(_ record: NotificationRecord) {
    // The app is asked again when it is in front again.
    guard record.app.isInFront, !record.questions.isEmpty else { return }
    let questions = record.questions
    record.questions = []
    let wanted = questions.reduce(into: NotificationOptions()) { $0.formUnion($1.options) }
    let isAllowed = plannedAnswers[record.app] ?? true
    record.permission.answered(isAllowed, wanted)
    postStatus(record)
    for question in questions { question.process.process.onMain { question.done(isAllowed) } }
  }

  private func postStatus(_ record: NotificationRecord) {
    post(.permission(record.permission.status.rawValue), record)
  }

  /// Changes the permission as the user does in Settings, and removes a badge that is no longer
  /// allowed.
  func change(_ app: InstalledApp, _ body: (inout NotificationPermission) -> Void) {
    let record = record(of: app)
    let before = record.permission
    body(&record.permission)
    guard before != record.permission else { return }
    postStatus(record)
    if !mayShowBadge(app) { app.showBadge(0) }
    // Notifications that were turned off leave Notification Center.
    if !record.permission.allowsNotifications { record.store.removeDelivered { _ in true } }
  }

  /// Whether the user allows a number on the app's icon (NT4).
  private func mayShowBadge(_ app: InstalledApp) -> Bool {
    !policy.badgeNeedsPermission || record(of: app).permission.allows(.badge)
  }

  /// Sets the number on the app's icon (`applicationIconBadgeNumber`); negative ones count as 0. Without the
  /// user's permission the number is ignored (NT4).
  ///
  /// - Returns: whether the user allows badges.
  @discardableResult
  package func setIconBadge(_ number: Int, _ process: AppProcess) -> Bool {
    guard process.isAlive(for: "applicationIconBadgeNumber") else { return false }
    guard mayShowBadge(process.app) else {
      if number > 0 { process.post(.notification(.badgeRefused(number))) }
      return false
    }
    process.app.showBadge(number)
    return true
  }

  /// Sets the number on the app's icon (`setBadgeCount`).
  package func setBadge(_ number: Int, _ process: AppProcess) throws(NotificationFailure) {
    guard policy.setsBadgeCount, setIconBadge(number, process) else { throw .notAllowed }
  }
}

extension NotificationService {
  /// Plans whether the user allows notifications when the app asks. Default: yes.
  public func answer(_ isAllowed: Bool, for app: InstalledApp) { plannedAnswers[app] = isAllowed }

  @available(*, deprecated, message: "give the app: answer(_:for:)")
  public var answers: [String: Bool] {
    get { plannedAnswers.byName }
    set { plannedAnswers.byName = newValue }
  }
}
