import YobanSimulatedOS
import YobanVirtualTime

/// The items that an app exchanges with its counterpart over WatchConnectivity: sent items as bars,
/// received items as marks.
///
/// Bars survive the end of the process, because the system owns the queue. A bar ends when the
/// sender is notified; if it never is, the bar ends when the receiver is notified (WC2). A lost
/// item is shown as lost on both lanes (WC5).
struct WatchLinkTrack: ServiceTrack {
  private var bars = BarTrack<Name>()
  private var marks: [Mark] = []
  /// The waiting application context; a newer one replaces it (WC3).
  private var waitingContext: Name?
  private var isActivated = false

  /// The identity of an item; numbers are unique on the link.
  private struct Name: Hashable {
    var item: TraceEvent.WatchLinkEvent.Item
    var number: Int
  }

  /// An event of the link is about the app that sent the item, or else about an app that has used the link.
  func isAbout(_ payload: any TracePayload) -> Certainty {
    guard let event = payload as? TraceEvent.WatchLinkEvent else { return .no }
    if let name = Self.name(in: event), bars.hasBegun(name) { return .certainly }
    return isActivated || !bars.spans.isEmpty || !marks.isEmpty ? .perhaps : .no
  }

  mutating func receive(_ event: LaneEvent) -> Bool {
    guard let link = event.payload as? TraceEvent.WatchLinkEvent else { return false }
    receive(link, at: event.instant, event.place)
    return true
  }

  private mutating func receive(
    _ event: TraceEvent.WatchLinkEvent, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .activated:
      isActivated = true
      marks.append(Mark(event: place, style: .note))
    case .reachable(let isReachable):
      marks.append(Mark(event: place, style: isReachable ? .reachable : .unreachable))
    case .queued(let item, let number, _):
      queued(Name(item: item, number: number), at: now, place)
    case .began(let item, let number, _):
      let name = Name(item: item, number: number)
      if waitingContext == name { waitingContext = nil }
      bars.begin(name, .link, at: now, event: place)
    case .interrupted(let item, let number):
      let name = Name(item: item, number: number)
      bars.end(name, .linkCut, at: now, event: place)
      bars.begin(name, .linkWaiting, at: now, event: place)
      if item == .applicationContext { waitingContext = name }
    case .received, .push: marks.append(Mark(event: place, style: .received))
    case .droppedPush: marks.append(Mark(event: place, style: .note))
    case .finished(let item, let number):
      let name = Name(item: item, number: number)
      if !bars.isUnderWay(name) { marks.append(Mark(event: place, style: .note)) }
      end(name, nil, at: now, place)
    case .failed(let item, let number, _):
      end(Name(item: item, number: number), .linkFailed, at: now, place)
      marks.append(Mark(event: place, style: .linkFailed))
    case .lost(let item, let number): lost(Name(item: item, number: number), at: now, place)
    }
  }

  mutating func receiveFromOther(_ event: LaneEvent) {
    guard let link = event.payload as? TraceEvent.WatchLinkEvent, let name = Self.name(in: link),
      bars.hasBegun(name)
    else { return }
    let (now, place) = (event.instant, event.place)
    switch link {
    case .received:
      // The sender receives no callback when these have arrived.
      if name.item == .message || name.item == .reply { end(name, nil, at: now, place) }
    case .lost: lost(name, at: now, place)
    case .activated, .reachable, .queued, .began, .interrupted, .finished, .failed, .push,
      .droppedPush:
      break
    }
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bars.finish(at: end)
    return [owner.lane("Watch link", .bars, bars.spans, marks)]
  }

  private mutating func queued(_ name: Name, at now: VirtualInstant, _ place: Int) {
    switch name.item {
    case .message, .reply: bars.begin(name, .link, at: now, event: place)
    case .userInfo, .complicationUserInfo, .file:
      bars.begin(name, .linkWaiting, at: now, event: place)
    case .applicationContext:
      if let older = waitingContext { bars.end(older, at: now, event: place) }
      waitingContext = name
      bars.begin(name, .linkWaiting, at: now, event: place)
    }
  }

  private mutating func end(
    _ name: Name, _ style: LaneStyle?, at now: VirtualInstant, _ place: Int
  ) {
    if waitingContext == name { waitingContext = nil }
    bars.end(name, style, at: now, event: place)
  }

  /// Marks an item as lost; the sender may already have received its callback.
  private mutating func lost(_ name: Name, at now: VirtualInstant, _ place: Int) {
    end(name, nil, at: now, place)
    bars.restyleLast(name, .linkLost)
    marks.append(Mark(event: place, style: .linkLost))
  }

  private static func name(in event: TraceEvent.WatchLinkEvent) -> Name? {
    switch event {
    case .activated, .reachable, .push, .droppedPush: nil
    case .queued(let item, let number, _), .began(let item, let number, _),
      .interrupted(let item, let number), .received(let item, let number),
      .finished(let item, let number), .failed(let item, let number, _),
      .lost(let item, let number):
      Name(item: item, number: number)
    }
  }
}
