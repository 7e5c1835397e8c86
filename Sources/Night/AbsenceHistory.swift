import SimulatedOS
import VirtualTime

/// Why an app did not run, from the trace: what the causes of its gaps are held against.
struct AbsenceHistory {
  /// A stretch in which its code did not run.
  private struct Absence {
    var start: VirtualInstant
    var end: VirtualInstant
    /// The causes that a gap may name for it.
    var causes: Set<String>
  }

  private var absences: [Absence] = []

  /// - Parameter device: as in the trace.
  init(of device: String, _ trace: Trace, until end: VirtualInstant) {
    var since: VirtualInstant?
    var causes: Set<String> = []
    func close(_ instant: VirtualInstant) -> Absence? {
      since.map { Absence(start: $0, end: instant, causes: causes) }
    }
    for event in trace.events where event.device == device {
      switch event.kind {
      case .terminated(let reason):
        if let absence = close(event.instant) { absences.append(absence) }
        (since, causes) = (event.instant, Self.causes(of: reason))
      case .appState(.suspended):
        (since, causes) = (event.instant, ["suspended"])
      case .appState(.active), .appState(.inactive), .appState(.background), .launched:
        if let absence = close(event.instant) { absences.append(absence) }
        since = nil
      default: break
      }
    }
    if let absence = close(end) { absences.append(absence) }
  }

  /// The causes that a gap between two moments may name: those of the absences in it. One that ends
  /// at once, because the system relaunched the app, takes what was not stored yet with it.
  func causes(from start: VirtualInstant, to end: VirtualInstant) -> Set<String> {
    let inside = absences.filter { $0.start <= end && $0.end >= start }
    return inside.reduce(into: []) { $0.formUnion($1.causes) }
  }

  /// An app that is told of its end by a user can say so; watchOS and Android do not tell.
  private static func causes(of reason: TerminationReason) -> Set<String> {
    switch reason {
    case .forceQuit: ["terminated", "killed"]
    case .reboot: ["rebooted"]
    case .jetsam, .killed, .system, .crash, .uninstalled, .batteryEmpty: ["killed"]
    }
  }
}
