import YobanSimulatedOS
import YobanVirtualTime

/// The periods in which an app did not run, with the reasons, read from the trace. The causes of
/// its recorded gaps are compared with them.
struct AbsenceHistory {
  /// A period in which the app's code did not run.
  private struct Absence {
    var start: VirtualInstant
    var end: VirtualInstant
    /// The causes that a gap in this period may have.
    var causes: Set<String>
  }

  private var absences: [Absence] = []

  /// - Parameter device: The device's name in the trace.
  init(of device: String, _ trace: Trace, until end: VirtualInstant) {
    var since: VirtualInstant?
    var causes: Set<String> = []
    func close(_ instant: VirtualInstant) -> Absence? {
      since.map { Absence(start: $0, end: instant, causes: causes) }
    }
    for event in trace.events where event.device == device {
      switch event.kind.app {
      case .terminated(let reason):
        if let absence = close(event.instant) { absences.append(absence) }
        (since, causes) = (event.instant, Self.causes(of: reason))
      case .state(.suspended):
        (since, causes) = (event.instant, ["suspended"])
      case .state(.active), .state(.inactive), .state(.background), .launched:
        if let absence = close(event.instant) { absences.append(absence) }
        since = nil
      default: break
      }
    }
    if let absence = close(end) { absences.append(absence) }
  }

  /// Returns the causes that a gap between two moments may have: those of the absences in it. An
  /// absence of zero length counts, too: if the system relaunches the app at once, the samples that
  /// were not stored yet are lost.
  func causes(from start: VirtualInstant, to end: VirtualInstant) -> Set<String> {
    let inside = absences.filter { $0.start <= end && $0.end >= start }
    return inside.reduce(into: []) { $0.formUnion($1.causes) }
  }

  /// After a force-quit on iOS, the app may know that the user ended it; watchOS and Android do not
  /// notify the app.
  private static func causes(of reason: TerminationReason) -> Set<String> {
    switch reason {
    case .forceQuit: ["terminated", "killed"]
    case .reboot: ["rebooted"]
    case .jetsam, .killed, .system, .crash, .uninstalled, .updated, .batteryEmpty: ["killed"]
    }
  }
}
