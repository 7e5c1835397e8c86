import YobanSimulatedOS
import YobanVirtualTime

/// The Core Location activity of an app: its updates, the indicator, each region that it monitors,
/// and its ranging.
///
/// Updates and ranging end with the process; ranging has no results while the process is suspended
/// (BC8).
struct LocationTrack: ServiceTrack {
  private var updates = BandTrack()
  private var marks: [Mark] = []
  private var indicator = BandTrack()
  private var regions: [RegionTrack] = []
  private var ranging = BarTrack<String>()
  /// The beacons that are ranged whenever the process runs, with the event that began it.
  private var wanted: [(beacons: String, place: Int)] = []
  private var rangingMarks: [Mark] = []
  private var isRunning = true

  /// Whether updates keep the app running.
  var keepsRunning: Bool { updates.current == .locationOn }

  mutating func receive(_ event: LaneEvent) -> Bool {
    let (now, place) = (event.instant, event.place)
    switch event.payload {
    case let event as TraceEvent.LocationEvent:
      receive(event, at: now, place)
      return true
    case TraceEvent.AppEvent.state(let state): running(state != .suspended, at: now, place)
    case TraceEvent.AppEvent.terminated: terminated(at: now, place)
    default: break
    }
    return false
  }

  private mutating func receive(
    _ event: TraceEvent.LocationEvent, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .started: updates.become(.locationOn, at: now, event: place)
    case .stopped: updates.become(nil, at: now, event: place)
    case .paused: updates.become(.locationPaused, at: now, event: place)
    case .keepAliveEnded: updates.become(.locationEnded, at: now, event: place)
    case .authorization, .authorizationStage, .significantChange, .visit, .push:
      marks.append(Mark(event: place, style: .note))
    case .indicator(let isShown):
      indicator.become(isShown ? .indicator : nil, at: now, event: place)
      marks.append(Mark(event: place, style: .note))
    case .monitoringStarted(let region):
      regions[index(of: region)].become(.watched, at: now, place)
    case .monitoringStopped(let region): regions[index(of: region)].become(nil, at: now, place)
    case .monitoringFailed(let region, _):
      regions[index(of: region)].mark(.connectionFailed, place)
    case .entered(let region): regions[index(of: region)].cross(to: .inside, at: now, place)
    case .exited(let region): regions[index(of: region)].cross(to: .outside, at: now, place)
    case .determined(let region, let state), .condition(let region, let state):
      regions[index(of: region)].become(Self.style(of: state), at: now, place)
    case .woke(let what): mark(what, .launch, place)
    case .held(let what): mark(what, .note, place)
    case .rangingStarted(let beacons):
      wanted.removeAll { $0.beacons == beacons }
      wanted.append((beacons, place))
      if isRunning { ranging.begin(beacons, .ranging, at: now, event: place) }
      rangingMarks.append(Mark(event: place, style: .note))
    case .rangingStopped(let beacons):
      wanted.removeAll { $0.beacons == beacons }
      ranging.end(beacons, at: now, event: place)
      rangingMarks.append(Mark(event: place, style: .note))
    }
  }

  /// Receives that the process was resumed or suspended.
  private mutating func running(_ isRunning: Bool, at now: VirtualInstant, _ place: Int) {
    guard isRunning != self.isRunning else { return }
    self.isRunning = isRunning
    if isRunning {
      for (beacons, began) in wanted { ranging.begin(beacons, .ranging, at: now, event: began) }
    } else {
      ranging.endAll(at: now, event: place) { _ in true }
    }
  }

  private mutating func terminated(at now: VirtualInstant, _ place: Int) {
    updates.become(nil, at: now, event: place)
    wanted.removeAll()
    ranging.endAll(at: now, event: place) { _ in true }
    isRunning = true
  }

  mutating func deviceWentDown(at now: VirtualInstant, _ place: Int) {
    for i in regions.indices { regions[i].rebooted(at: now, place) }
  }

  /// Returns nil if the region is not monitored.
  private static func style(of state: String) -> LaneStyle? {
    switch state {
    case "inside", "satisfied": .inside
    case "outside", "unsatisfied": .outside
    case "unmonitored": nil
    default: .watched
    }
  }

  /// Adds a mark to the region that an event was about, or to the updates.
  private mutating func mark(_ what: String, _ style: LaneStyle, _ place: Int) {
    if let i = regions.firstIndex(where: { what == $0.name || what.hasSuffix(" \($0.name)") }) {
      regions[i].mark(style, place)
    } else {
      marks.append(Mark(event: place, style: style))
    }
  }

  private mutating func index(of region: String) -> Int {
    if let i = regions.firstIndex(where: { $0.name == region }) { return i }
    regions.append(RegionTrack(region))
    return regions.endIndex - 1
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    updates.finish(at: end)
    indicator.finish(at: end)
    ranging.finish(at: end)
    var lanes = [
      owner.lane("Location", .bands, updates.spans, marks),
      owner.lane("Indicator", .bands, indicator.spans),
    ]
    for i in regions.indices { lanes.append(regions[i].lane(of: owner, until: end)) }
    lanes.append(owner.lane("Ranging", .bars, ranging.spans, rangingMarks))
    return lanes
  }
}
