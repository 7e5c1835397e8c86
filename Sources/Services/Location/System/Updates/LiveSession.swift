import YobanSimulatedDevices
import YobanVirtualTime

/// `CLLocationUpdate.LiveConfiguration`.
package enum LiveConfiguration: Int, Sendable, Hashable {
  case `default`, automotiveNavigation, otherNavigation, fitness, airborne
}

/// One element of `CLLocationUpdate.liveUpdates()`.
package struct LiveUpdate: Sendable, Hashable {
  /// The position; nil if the update has only diagnostics.
  package var fix: LocationFix?
  /// Whether the device lies still; no more updates are delivered until it moves.
  package var isStationary = false
  /// The diagnostics, from iOS 18 on.
  package var diagnostics: LocationDiagnostics = []
}

/// The system's side of one iteration of `CLLocationUpdate.liveUpdates()` (LOC9).
///
/// The timer runs in the process: a suspended process gets no updates.
package final class LiveSession: EventSink {
  private unowned let service: LocationService
  let process: AppProcess
  private weak var receiver: (any LiveUpdatesEventReceiver)?
  private let startedAt: VirtualInstant
  private var tick: EventToken?
  /// The number of the valid tick. A tick that waits for a suspended process cannot be canceled, so
  /// ticks with other numbers are ignored.
  private var lastTick = 0
  /// Whether the app was notified that the device lies still.
  private(set) var isStationary = false
  private var lastDiagnostics: LocationDiagnostics = []

  init(_ service: LocationService, _ process: AppProcess, _ receiver: any LiveUpdatesEventReceiver)
  {
    self.service = service
    self.process = process
    self.receiver = receiver
    startedAt = service.now
    schedule(after: service.policy.firstFix)
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

  /// Resumes updates after the device began to move or permission changed.
  func conditionsChanged() {
    isStationary = false
    service.reportEnergy()
    schedule(after: service.policy.firstFix)
  }

  package func handleEvent(_ number: Int) {
    guard number == lastTick else { return }
    tick = nil
    schedule(after: service.policy.fineUpdateInterval)
    let diagnostics = service.diagnostics(of: process).intersection(Self.reportedDiagnostics)
    let isChange = diagnostics != lastDiagnostics
    lastDiagnostics = diagnostics
    guard service.permission(of: process.app) != .none, service.mayReceivePositions(process),
      !diagnostics.contains(.serviceSessionRequired)
    else {
      // iOS 17 delivers nothing; later versions deliver the reason once.
      if isChange, !diagnostics.isEmpty { deliver(LiveUpdate(diagnostics: diagnostics)) }
      return
    }
    guard !isStationary else { return cancel() }
    isStationary = service.pausesLiveUpdates(since: startedAt)
    let fix = service.fix(for: service.record(of: process.app), accuracy: -1)
    deliver(LiveUpdate(fix: fix, isStationary: isStationary, diagnostics: diagnostics))
    guard isStationary else { return }
    cancel()
    service.reportEnergy()
  }

  private func deliver(_ update: LiveUpdate) {
    process.process.onMain { [weak self] in self?.receiver?.received(update) }
  }

  private static let reportedDiagnostics: LocationDiagnostics = [
    .authorizationDenied, .authorizationDeniedGlobally, .authorizationRestricted,
    .authorizationRequestInProgress, .insufficientlyInUse, .accuracyLimited, .locationUnavailable,
    .serviceSessionRequired,
  ]
}
