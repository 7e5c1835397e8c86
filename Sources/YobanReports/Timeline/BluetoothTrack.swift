import YobanSimulatedOS
import YobanVirtualTime

/// The Bluetooth activity of an app: scans, pending connections, connections and advertising as
/// bars, everything else as marks.
///
/// All bars end with the process. A request that the system keeps for a later launch is visible
/// again when it has a result, such as the connection of a pending connection.
struct BluetoothTrack: ServiceTrack {
  private var bars = BarTrack<Name>()
  private var marks: [Mark] = []
  /// The number of active scans of an Android app.
  private var scans = 0

  private enum Name: Hashable {
    case scan
    case advertising
    /// Named by the other side, because a pending connection is followed by a connection.
    case peer(String)
  }

  mutating func receive(_ event: LaneEvent) -> Bool {
    let (now, place) = (event.instant, event.place)
    switch event.payload {
    case let event as TraceEvent.BluetoothEvent: receive(event, at: now, place)
    case TraceEvent.AndroidEvent.scan(let what): scan(what, at: now, place)
    case TraceEvent.AppEvent.terminated:
      scans = 0
      bars.endAll(at: now, event: place) { _ in true }
      return false
    default: return false
    }
    return true
  }

  private mutating func receive(
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
      // A lost connection worked until then, so the mark shows the failure, not the bar.
      end(.peer(peer), at: now, place, mark: error == nil ? .note : .connectionFailed)
    case .attribute(_, _, let error):
      marks.append(Mark(event: place, style: error == nil ? .output : .connectionFailed))
    case .power, .authorization, .discovered, .restored, .alert:
      marks.append(Mark(event: place, style: .note))
    }
  }

  /// Receives an event of an Android app's scan: `started, …`, `stopped`, or an action of the
  /// system on it (AN11, AN12). One bar is shown while at least one scan is active.
  private mutating func scan(_ what: String, at now: VirtualInstant, _ place: Int) {
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

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bars.finish(at: end)
    return [owner.lane("Bluetooth", .bars, bars.spans, marks)]
  }

  /// Ends a bar, if it is in progress. The event is also a mark, so that it is always visible.
  private mutating func end(
    _ name: Name, at now: VirtualInstant, _ place: Int, mark: LaneStyle = .note
  ) {
    bars.end(name, at: now, event: place)
    marks.append(Mark(event: place, style: mark))
  }
}
