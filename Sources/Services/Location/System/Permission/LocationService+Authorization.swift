import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// Authorization (BC12, BC13, LOC2).
extension LocationService {
  /// The authorization that an app reads; `denied` while location services are off for the whole
  /// device.
  package func authorization(of app: InstalledApp) -> LocationAuthorization {
    isEnabled ? record(of: app).authority.status : .denied
  }

  /// The level of location access that the system gives an app.
  func permission(of app: InstalledApp) -> LocationAuthority.Permission {
    isEnabled ? record(of: app).authority.permission : .none
  }

  func isRefused(_ app: InstalledApp) -> Bool {
    switch authorization(of: app) {
    case .denied, .restricted: true
    case .notDetermined, .whenInUse, .always: false
    }
  }

  /// Whether the app gets precise positions (iOS 14).
  public func isPrecise(_ app: InstalledApp) -> Bool {
    guard policy.supportsReducedAccuracy else { return true }
    let record = record(of: app)
    return record.isPrecise || record.hasTemporaryAccuracy
  }

  // MARK: Requests by the app

  /// Asks the user for authorization, unless the user was asked before. Without the usage
  /// description in Info.plist it does nothing and reports a finding.
  package func requestAuthorization(_ wanted: LocationRequestLevel, _ process: AppProcess) {
    guard !policy.asksByItself else { return }  // the method exists since iOS 8
    for key in usageKeys(wanted) where process.app.definition.infoPlist.text(key) == nil {
      return process.report(.missingUsageDescription(key))
    }
    ask(wanted, record(of: process.app))
  }

  private func usageKeys(_ wanted: LocationRequestLevel) -> [String] {
    let whenInUse = "NSLocationWhenInUseUsageDescription"
    switch wanted {
    case .whenInUse: return [whenInUse]
    case .always:
      return [policy.alwaysUsageKey, policy.alwaysNeedsBothKeys ? whenInUse : nil].compactMap(
        \.self)
    }
  }

  /// Handles an app's use of location. Before iOS 8 the first use asks the user.
  func firstUse(_ process: AppProcess) {
    guard policy.asksByItself else { return }
    ask(.always, record(of: process.app))
  }

  private func ask(_ wanted: LocationRequestLevel, _ record: LocationRecord) {
    guard isEnabled, record.authority.request(wanted) else { return }
    guard record.authority.dialog == .first(wanted) else { return showUpgrade(record) }
    post(.authorizationStage("asks for \(wanted == .always ? "always" : "while using")"), record)
    notifyOfSessions(of: record)
    simulation.schedule(at: now + policy.answerDelay) { [weak self, weak record] in
      guard let self, let record, record.authority.dialog == .first(wanted) else { return }
      let answer =
        plannedAnswers[record.app] ?? (wanted == .always ? .always : .whileUsing)
      change(record, "answer: \(answer.rawValue)") {
        $0.authority.answer(answer, policy: policy)
      }
    }
  }

  /// Asks whether to keep Always, if it is provisional and no dialog is open (BC13).
  func askForUpgrade(_ record: LocationRecord) {
    if record.authority.alwaysIsNeeded() { showUpgrade(record) }
  }

  private func showUpgrade(_ record: LocationRecord) {
    post(.authorizationStage("asks whether always"), record)
    scheduleUpgradeAnswer(record)
  }

  /// Schedules the user's answer to the second dialog. The user answers while the screen is on
  /// (assumed).
  func scheduleUpgradeAnswer(_ record: LocationRecord) {
    guard record.authority.dialog == .upgrade, record.upgradeAnswer == nil, device.isScreenOn
    else { return }
    record.upgradeAnswer = simulation.schedule(at: now + policy.answerDelay) {
      [weak self, weak record] in
      guard let self, let record else { return }
      record.upgradeAnswer = nil
      guard record.authority.dialog == .upgrade, device.isScreenOn else { return }
      let answer = plannedUpgradeAnswers[record.app] ?? .changeToAlways
      change(record, "answer: \(answer.rawValue)") { $0.authority.answer(answer) }
    }
  }

  /// Asks the user for a precise location until the app's process ends (iOS 14).
  ///
  /// - Parameters:
  ///   - purposeKey: a key of NSLocationTemporaryUsageDescriptionDictionary in Info.plist.
  ///   - completion: called on the main queue, with nil if the user agreed, `promptDeclined` if the
  ///     user declined or was not asked, `denied` without permission.
  package func requestTemporaryFullAccuracy(
    _ purposeKey: String, _ process: AppProcess, _ completion: @escaping (LocationFailure?) -> Void
  ) {
    let app = process.app
    func done(_ failure: LocationFailure?) { process.process.onMain { completion(failure) } }
    guard permission(of: app) != .none else { return done(.denied) }
    let texts =
      app.definition.infoPlist.values["NSLocationTemporaryUsageDescriptionDictionary"]
      as? [String: String]
    guard texts?[purposeKey] != nil else {
      process.report(
        .missingUsageDescription("NSLocationTemporaryUsageDescriptionDictionary/\(purposeKey)"))
      return done(.promptDeclined)
    }
    // The user is not asked if full accuracy is granted already or the app is not in the
    // foreground.
    guard !isPrecise(app), app.isInFront else { return done(.promptDeclined) }
    let record = record(of: app)
    post(.authorizationStage("asks for full accuracy"), record)
    simulation.schedule(at: now + policy.answerDelay) { [weak self, weak record] in
      guard let self, let record, process.process.state != .dead else { return }
      let isGiven = plannedAccuracyAnswers[app] ?? true
      change(record, "full accuracy: \(isGiven ? "once" : "no")") {
        $0.hasTemporaryAccuracy = isGiven
      }
      done(isGiven ? nil : .promptDeclined)
    }
  }

  /// Requests the authorization that the app's service sessions need, if the app is in the
  /// foreground (LOC9).
  func askForGoals(_ app: InstalledApp) {
    guard app.isInFront, let process = app.process else { return }
    for case let session as ServiceSession in diagnosedSessions where session.process === process {
      switch session.goal {
      case .none: break
      case .whenInUse: requestAuthorization(.whenInUse, process)
      case .always: requestAuthorization(.always, process)
      }
      if let key = session.purposeKey, permission(of: app) != .none, !isPrecise(app) {
        requestTemporaryFullAccuracy(key, process) { _ in }
      }
    }
  }

  // MARK: Changes of settings by the user

  /// Changes an app's authorization, as the user does in Settings.
  public func setAuthorization(_ status: LocationAuthorization, for app: InstalledApp) {
    change(record(of: app), nil) { $0.authority.set(status) }
  }

  /// Sets whether an app gets a precise or an approximate location, as the user does in Settings
  /// (iOS 14).
  public func setPrecise(_ isPrecise: Bool, for app: InstalledApp) {
    let words = isPrecise ? "precise location" : "approximate location"
    device.post(.user("gives \(app.definition.name) its \(words)"))
    change(record(of: app), nil) { record in
      record.isPrecise = isPrecise
      if !isPrecise { record.hasTemporaryAccuracy = false }
    }
  }

  /// Turns location services on or off for the whole device, as the user does in Settings.
  public func setEnabled(_ isEnabled: Bool) {
    guard self.isEnabled != isEnabled else { return }
    device.post(.user("switches location services \(isEnabled ? "on" : "off")"))
    let before = records.map { (record: $0, knowledge: knowledge(of: $0.app)) }
    self.isEnabled = isEnabled
    for (record, knowledge) in before { changed(record, from: knowledge) }
  }

  // MARK: Effects of a change

  func change(
    _ record: LocationRecord, _ stage: String?, _ body: (LocationRecord) -> Void
  ) {
    let before = knowledge(of: record.app)
    body(record)
    if let stage { post(.authorizationStage(stage), record) }
    changed(record, from: before)
  }

  /// The part of its authorization that an app can read.
  private struct Knowledge: Equatable {
    var status: LocationAuthorization
    var isPrecise: Bool
  }

  private func knowledge(of app: InstalledApp) -> Knowledge {
    Knowledge(status: authorization(of: app), isPrecise: isPrecise(app))
  }

  /// Applies a change of authorization: notifies the app's managers and sessions, starts or ends
  /// its monitoring, and delivers held events.
  private func changed(_ record: LocationRecord, from before: Knowledge) {
    let app = record.app
    let knowledge = knowledge(of: app)
    if knowledge.status != before.status {
      post(.authorization(knowledge.status.rawValue), record)
    }
    for manager in managers where manager.process.app === app {
      if knowledge != before { manager.notify { $0.authorizationChanged() } }
      manager.permissionChanged(isRefused: isRefused(app))
    }
    watchAgain(record)
    if permission(of: app) == .none { record.held = [] }
    deliverHeld(record)
    notifyOfSessions(of: record)
    guard let process = app.process else { return }
    if process.isInBackground, process.isRunning {
      process.grantGrace()  // without it the app would be suspended before it is notified
    }
    updateRunTime(process)
  }

  private func notifyOfSessions(of record: LocationRecord) {
    for session in diagnosedSessions where session.process.app === record.app {
      session.conditionsChanged()
    }
    for session in liveSessions where session.process.app === record.app {
      session.conditionsChanged()
    }
  }

  func post(_ event: TraceEvent.LocationEvent, _ record: LocationRecord) {
    device.post(.location(event), process: record.name)
  }
}

extension InstalledApp {
  /// The authorization for location that the app reads; `denied` while location services are off for the whole
  /// device.
  public var locationAuthorization: LocationAuthorization {
    onApple("a permission for location", otherwise: .notDetermined) {
      $0.location.authorization(of: self)
    }
  }
}
