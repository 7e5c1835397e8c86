import YobanSimulatedDevices

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
    return !diagnosedSessions.contains { $0.process === process && $0 is ServiceSession }
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
