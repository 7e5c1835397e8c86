import YobanSimulatedDevices
import YobanVirtualTime

/// Service sessions of iOS 18, and the reasons why an app does not get location as requested
/// (LOC9).
extension LocationService {
  /// Whether the app requires a service session and has none; then live updates and monitors stop
  /// (LOC9).
  func needsServiceSession(_ process: AppProcess) -> Bool {
    guard policy.supportsServiceSessions else { return false }
    let plist = process.app.definition.infoPlist
    let isExplicit =
      plist.values["NSLocationRequireExplicitServiceSession"] as? Bool ?? false
    guard isExplicit || !policy.implicitServiceSession else { return false }
    return !hasEffective(process) { $0 is ServiceSession }
  }

  // MARK: Sessions over launches

  func hasEffective(_ process: AppProcess, _ kind: (DiagnosedSession) -> Bool) -> Bool {
    diagnosedSessions.contains { $0.process === process && $0.isEffective && kind($0) }
  }

  /// Whether the sessions of the launch before can still be resumed.
  private func isResuming(_ app: InstalledApp) -> Bool {
    now <= record(of: app).launchedAt + policy.sessionResumption
  }

  /// Whether a session that the app begins now has an effect: the app is in the foreground, or resumes a session that
  /// it had in the launch before (LOC9), or its extension works on a push (LOC12).
  func qualifies(_ process: AppProcess, resumes had: Bool) -> Bool {
    process.app.isInFront || hasPush(process) || had && isResuming(process.app)
  }

  /// Notes the sessions of an app, which its next launch can resume. Until the app can no longer resume those of the
  /// launch before, these are kept, too.
  func noteSessions(of process: AppProcess) {
    // The sessions of an extension are not those of its app, whose record it has.
    guard !process.app.isLocationPushExtension else { return }
    let record = record(of: process.app)
    for session in diagnosedSessions where session.process === process && session.isEffective {
      if let session = session as? ServiceSession { record.heldGoals.insert(session.goal) }
      if session is ActivitySession { record.hadActivity = true }
    }
  }

  /// The app has ended a session: its next launch cannot resume it.
  func noteEnd(of session: DiagnosedSession) {
    guard !session.process.app.isLocationPushExtension else { return }
    let record = record(of: session.process.app)
    if let goal = (session as? ServiceSession)?.goal {
      let isLast = !hasEffective(session.process) { ($0 as? ServiceSession)?.goal == goal }
      if isLast { record.heldGoals.remove(goal) }
    } else if !hasEffective(session.process, { $0 is ActivitySession }) {
      record.hadActivity = false
    }
  }

  /// A process ends. What it has not resumed in time is over.
  func keepSessions(of process: AppProcess) {
    guard !isResuming(process.app) else { return }
    let record = record(of: process.app)
    (record.heldGoals, record.hadActivity) = ([], false)
    noteSessions(of: process)
  }

  /// The sessions of an app in the foreground have an effect.
  func qualifySessions(of process: AppProcess) {
    let waiting = diagnosedSessions.filter { $0.process === process && !$0.isEffective }
    guard !waiting.isEmpty else { return }
    for session in waiting { session.isEffective = true }
    noteSessions(of: process)
    sessionsChanged(process)
  }

  /// Whether events of a monitor wait, because the app is not in use and holds no service session for Always (LOC9).
  func lacksAlwaysSession(_ record: LocationRecord) -> Bool {
    guard policy.alwaysNeedsServiceSession, permission(of: record.app) == .always,
      !record.app.isInFront
    else { return false }
    let held = record.heldGoals.contains(.always)
    guard let process = record.app.process else { return !held }
    if isKeptRunning(process) || held && isResuming(record.app) { return false }
    return !hasEffective(process) { ($0 as? ServiceSession)?.goal == .always }
  }

  func reportMissingSession(of record: LocationRecord, for event: String) {
    post(.held(event), record)
    guard !record.isMissingSessionReported else { return }
    record.isMissingSessionReported = true
    let finding = Finding.monitorWithoutSession(event)
    if let process = record.app.process {
      process.report(finding)
    } else {
      device.post(.finding(finding))
    }
  }

  /// Returns the reasons why an app does not get location as requested.
  func diagnostics(of record: LocationRecord) -> LocationDiagnostics {
    var result: LocationDiagnostics = []
    if !isEnabled { result.formUnion([.authorizationDenied, .authorizationDeniedGlobally]) }
    switch authorization(of: record.app) {
    case .denied: result.insert(.authorizationDenied)
    case .restricted: result.insert(.authorizationRestricted)
    case .notDetermined, .whenInUse, .always: break
    }
    if record.authority.dialog != nil { result.insert(.authorizationRequestInProgress) }
    if !isPrecise(record.app) { result.insert(.accuracyLimited) }
    return result
  }

  func diagnostics(of process: AppProcess) -> LocationDiagnostics {
    guard policy.supportsServiceSessions else { return [] }
    var result = diagnostics(of: record(of: process.app))
    if process.isInBackground, !isKeptRunning(process), permission(of: process.app) != .always {
      result.insert(.insufficientlyInUse)
    }
    if needsServiceSession(process) { result.insert(.serviceSessionRequired) }
    return result
  }
}
