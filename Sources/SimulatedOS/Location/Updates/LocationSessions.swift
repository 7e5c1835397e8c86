import VirtualTime

/// A session object of an app that is told how it stands: once soon, then at each change.
class DiagnosedSession {
  unowned let service: LocationService
  let process: AppProcess
  private weak var receiver: (any LocationSessionEventReceiver)?
  private var told: LocationDiagnostics?

  init(_ service: LocationService, _ process: AppProcess, _ receiver: any LocationSessionEventReceiver) {
    self.service = service
    self.process = process
    self.receiver = receiver
  }

  /// What this kind of session says.
  var diagnostics: LocationDiagnostics {
    service.diagnostics(of: process).intersection([
      .authorizationDenied, .authorizationDeniedGlobally, .authorizationRestricted,
      .authorizationRequestInProgress, .insufficientlyInUse, .serviceSessionRequired,
    ])
  }

  func conditionsChanged() {
    let now = diagnostics
    guard told != now else { return }
    told = now
    process.process.onMain { [weak self] in self?.receiver?.diagnosed(now) }
  }

  func end() { service.ended(self) }
}

/// A `CLBackgroundActivitySession` (LOC9).
final class ActivitySession: DiagnosedSession {
  /// False if it was begun in background by an app that had none: it does nothing.
  let isEffective: Bool

  init(
    _ service: LocationService, _ process: AppProcess, isEffective: Bool,
    _ receiver: any LocationSessionEventReceiver
  ) {
    self.isEffective = isEffective
    super.init(service, process, receiver)
  }

  override func end() {
    // It needed no renewal until now (LOC8, assumed).
    if service.hasActivity(process) { service.renewKeepAlive(process) }
    super.end()
    let isLast = !service.diagnosedSessions.contains {
      $0 !== self && $0.process === process && ($0 as? ActivitySession)?.isEffective == true
    }
    if isLast { service.record(of: process.app).hadActivity = false }
  }
}

/// A `CLServiceSession` (LOC9).
final class ServiceSession: DiagnosedSession {
  let goal: ServiceSessionGoal
  let purposeKey: String?

  init(
    _ service: LocationService, _ process: AppProcess, _ goal: ServiceSessionGoal,
    purposeKey: String?, _ receiver: any LocationSessionEventReceiver
  ) {
    self.goal = goal
    self.purposeKey = purposeKey
    super.init(service, process, receiver)
  }

  override var diagnostics: LocationDiagnostics {
    // It is a service session, and does not miss one.
    var result = super.diagnostics.subtracting(.serviceSessionRequired)
    let permission = service.permission(of: process.app)
    if goal == .always, permission == .whenInUse { result.insert(.alwaysAuthorizationDenied) }
    if purposeKey != nil, !service.isPrecise(process.app) { result.insert(.fullAccuracyDenied) }
    return result
  }
}
