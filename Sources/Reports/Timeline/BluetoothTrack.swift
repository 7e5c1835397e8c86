import SimulatedOS
import VirtualTime

/// What an app does with Bluetooth: its scans, pending connects, connections and advertising as
/// bars, everything else that happens to it as marks.
///
/// All bars end with the process. What the system keeps for a later launch is visible again when
/// something comes of it: a pending connect as the connection that it becomes.
struct BluetoothTrack {
  private var bars = BarTrack<Name>()
  private(set) var marks: [Mark] = []
  /// How many scans of an Android app are on.
  private var scans = 0

  private enum Name: Hashable {
    case scan
    case advertising
    /// By the name of the other side: pending and connected follow each other.
    case peer(String)
  }

  var spans: [Span] { bars.spans }

  mutating func receive(
    _ event: TraceEvent.BluetoothEvent, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .scanStarted: bars.begin(.scan, .scan, at: now, event: place)
    case .scanStopped: end(.scan, at: now, place)
    case .advertising(true): bars.begin(.advertising, .advertising, at: now, event: place)
    case .advertising(false): end(.advertising, at: now, place)
    case .connecting(let peer): bars.begin(.peer(peer), .connectWaiting, at: now, event: place)
    case .connected(let peer): bars.begin(.peer(peer), .connection, at: now, event: place)
    case .connectFailed(let peer, _):
      bars.restyle(.peer(peer), .connectionFailed)
      end(.peer(peer), at: now, place, mark: .connectionFailed)
    case .disconnected(let peer, let error):
      // A link that was lost was good until then: the mark stands out, not the bar.
      end(.peer(peer), at: now, place, mark: error == nil ? .note : .connectionFailed)
    case .attribute(_, _, let error):
      marks.append(Mark(event: place, style: error == nil ? .output : .connectionFailed))
    case .power, .authorization, .discovered, .restored, .alert:
      marks.append(Mark(event: place, style: .note))
    }
  }

  /// A scan of an Android app: `started, …`, `stopped`, or what the system does to it (AN11, AN12).
  /// One bar while any of them is on.
  mutating func scan(_ what: String, at now: VirtualInstant, _ place: Int) {
    if what.hasPrefix("started") {
      scans += 1
      if scans == 1 { return bars.begin(.scan, .scan, at: now, event: place) }
    } else if what.hasPrefix("stopped") {
      scans = max(0, scans - 1)
      if scans == 0 { return end(.scan, at: now, place) }
    } else {
      return marks.append(Mark(event: place, style: .connectionFailed))
    }
    marks.append(Mark(event: place, style: .note))
  }

  mutating func terminated(at now: VirtualInstant, _ place: Int) {
    scans = 0
    bars.endAll(at: now, event: place) { _ in true }
  }

  mutating func finish(at end: VirtualInstant) { bars.finish(at: end) }

  /// Ends a bar, if it is under way; the event is a mark too, so that it shows in any case.
  private mutating func end(
    _ name: Name, at now: VirtualInstant, _ place: Int, mark: LaneStyle = .note
  ) {
    bars.end(name, at: now, event: place)
    marks.append(Mark(event: place, style: mark))
  }
}
