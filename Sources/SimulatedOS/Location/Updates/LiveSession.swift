import VirtualTime

/// One iteration of `CLLocationUpdate.liveUpdates()` for the system (LOC9).
///
/// The clock ticks in the process: frozen, nothing comes.
final class LiveSession: EventSink {
  private unowned let service: LocationService
  let process: AppProcess
  private weak var receiver: (any LiveUpdatesEventReceiver)?
  private let startedAt: VirtualInstant
  private var tick: EventToken?
  /// Which tick counts: one that a frozen process has not had yet cannot be taken back.
  private var lastTick = 0
  /// The device lies still, and the app was told so.
  private var isStationary = false
  private var lastDiagnostics: LocationDiagnostics = []

  init(_ service: LocationService, _ process: AppProcess, _ receiver: any LiveUpdatesEventReceiver) {
    self.service = service
    self.process = process
    self.receiver = receiver
    startedAt = service.now
    schedule(after: service.policy.firstFix)
  }

  func stop() {
    cancel()
    service.ended(self)
  }

  func cancel() {
    if let tick { service.simulation.cancel(tick) }
    tick = nil
    lastTick += 1
  }

  private func schedule(after delay: Duration) {
    cancel()
    tick = service.simulation.schedule(
      at: service.now + delay, self, lastTick, in: process.process)
  }

  /// The device began to move, or permission changed: there is something to tell again.
  func conditionsChanged() {
    isStationary = false
    schedule(after: service.policy.firstFix)
  }

  func handleEvent(_ number: Int) {
    guard number == lastTick else { return }
    tick = nil
    schedule(after: service.policy.fineUpdateInterval)
    let diagnostics = service.diagnostics(of: process).intersection(Self.told)
    let isChange = diagnostics != lastDiagnostics
    lastDiagnostics = diagnostics
    guard service.permission(of: process.app) != .none, service.mayKnow(process),
      !diagnostics.contains(.serviceSessionRequired)
    else {
      // iOS 17 is silent; later versions say why, once.
      if isChange, !diagnostics.isEmpty { deliver(LiveUpdate(diagnostics: diagnostics)) }
      return
    }
    guard !isStationary else { return cancel() }
    isStationary = service.liesStill(since: startedAt)
    let fix = service.fix(for: service.record(of: process.app), accuracy: -1)
    deliver(LiveUpdate(fix: fix, isStationary: isStationary, diagnostics: diagnostics))
    if isStationary { cancel() }
  }

  private func deliver(_ update: LiveUpdate) {
    process.process.onMain { [weak self] in self?.receiver?.received(update) }
  }

  private static let told: LocationDiagnostics = [
    .authorizationDenied, .authorizationDeniedGlobally, .authorizationRestricted,
    .authorizationRequestInProgress, .insufficientlyInUse, .accuracyLimited, .locationUnavailable,
    .serviceSessionRequired,
  ]
}
