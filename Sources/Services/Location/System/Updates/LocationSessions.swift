import YobanSimulatedDevices
import YobanVirtualTime

/// A session object of an app that receives diagnostics: once soon after it was made, then at each
/// change.
package class DiagnosedSession {
  unowned let service: LocationService
  let process: AppProcess
  /// Whether the session has an effect; false if it was made in the background, by an app that resumes none, until the
  /// app is in the foreground (LOC9).
  var isEffective: Bool
  private weak var receiver: (any LocationSessionEventReceiver)?
  private var reported: LocationDiagnostics?

  init(
    _ service: LocationService, _ process: AppProcess, isEffective: Bool,
    _ receiver: any LocationSessionEventReceiver
  ) {
    self.service = service
    self.process = process
    self.isEffective = isEffective
    self.receiver = receiver
  }

  /// The diagnostics that this kind of session reports.
  var diagnostics: LocationDiagnostics {
    service.diagnostics(of: process).intersection([
      .authorizationDenied, .authorizationDeniedGlobally, .authorizationRestricted,
      .authorizationRequestInProgress, .insufficientlyInUse, .serviceSessionRequired,
    ])
  }

  func conditionsChanged() {
    let now = diagnostics
    guard reported != now else { return }
    reported = now
    process.process.onMain { [weak self] in self?.receiver?.diagnosed(now) }
  }

  func end() { service.ended(self) }
}

/// A `CLBackgroundActivitySession`. It keeps an app that uses location running in the background
/// and shows the indicator (LOC9); see `LocationService.beginBackgroundActivity`.
package final class ActivitySession: DiagnosedSession {
  override func end() {
    // The keep-alive needed no renewal during the session; renew it now (LOC8, assumed).
    if service.hasActivity(process) { service.renewKeepAlive(process) }
    super.end()
    service.noteEnd(of: self)
  }
}

/// The authorization that a `CLServiceSession` requires.
package enum ServiceSessionGoal: Int, Sendable, Hashable {
  case none, whenInUse, always
}

/// A `CLServiceSession`; see `LocationService.beginServiceSession` (LOC9, iOS 18).
package final class ServiceSession: DiagnosedSession {
  let goal: ServiceSessionGoal
  let purposeKey: String?

  init(
    _ service: LocationService, _ process: AppProcess, _ goal: ServiceSessionGoal,
    purposeKey: String?, isEffective: Bool, _ receiver: any LocationSessionEventReceiver
  ) {
    self.goal = goal
    self.purposeKey = purposeKey
    super.init(service, process, isEffective: isEffective, receiver)
  }

  override func end() {
    super.end()
    service.noteEnd(of: self)
  }

  override var diagnostics: LocationDiagnostics {
    // This session is a service session, so none is missing.
    var result = super.diagnostics.subtracting(.serviceSessionRequired)
    if !isEffective { result.insert(.insufficientlyInUse) }
    let permission = service.permission(of: process.app)
    if goal == .always, permission == .whenInUse { result.insert(.alwaysAuthorizationDenied) }
    if purposeKey != nil, !service.isPrecise(process.app) { result.insert(.fullAccuracyDenied) }
    return result
  }
}
