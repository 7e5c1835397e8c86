import YobanSimulatedOS
import YobanVirtualTime

/// The lanes of one app on one device, created from its events.
struct AppTrack {
  /// The tracks of an app, in the order of their lanes.
  private static let tracks: [any ServiceTrack.Type] = [
    LogTrack.self, NotificationTrack.self, LiveActivityTrack.self, WorkoutTrack.self,
    RecorderTrack.self,
    AndroidTrack.self,
    BackgroundTaskTrack.self, JobTrack.self, LocationTrack.self, AudioTrack.self,
    BluetoothTrack.self, WatchLinkTrack.self, TransferTrack.self, StreamTracks.self,
  ]

  let name: String
  private let owner: LaneOwner
  private var states = BandTrack()
  /// Whether the user has launched the app and it is not in the foreground yet; no budget counts in
  /// this time.
  private var isComingToFront = false
  private var launchMarks: [Mark] = []
  private var countdown: CountdownTrack?
  private var tracks = Self.tracks.map { $0.init() }

  init(_ name: String, on device: String, backgroundTaskBudget: Duration?) {
    self.name = name
    owner = LaneOwner(device: device, app: name)
    countdown = backgroundTaskBudget.map { CountdownTrack(budget: $0) }
  }

  /// Receives an event of one of the app's processes, or of the device about the app.
  mutating func receive(_ event: TraceEvent, _ place: Int) {
    let now = event.instant
    let laneEvent = LaneEvent(event, of: name, place)
    var isShown = received(event.kind.app, at: now, place)
    for i in tracks.indices where tracks[i].receive(laneEvent) { isShown = true }
    if !isShown {
      for i in tracks.indices { tracks[i].note(place) }
    }
    countdown?.update(
      isComingToFront ? nil : states.current,
      isKeptRunning: tracks.contains { $0.keepsRunning }, at: now)
  }

  /// Receives an event of the app's life cycle, and returns whether the lane of its states shows it.
  private mutating func received(
    _ event: TraceEvent.AppEvent?, at now: VirtualInstant, _ place: Int
  ) -> Bool {
    switch event {
    case .launched(let cause):
      isComingToFront = cause == .user
      launchMarks.append(Mark(event: place, style: .launch))
      if cause == .prewarming { states.become(.prewarmed, at: now, event: place) }
    case .state(let state):
      let style = Self.style(of: state)
      states.become(style, at: now, event: place)
      if style != .background { isComingToFront = false }
    case .terminated(let reason):
      launchMarks.append(Mark(event: place, style: reason.isKill ? .kill : .end))
      states.become(nil, at: now, event: place)
    case .callback, .badge, nil: return false
    }
    return true
  }

  private static func style(of state: AppState) -> LaneStyle? {
    switch state {
    case .notRunning: nil
    case .inactive: .inactive
    case .active: .active
    case .background: .background
    case .suspended: .suspended
    }
  }

  /// Receives an event from another device.
  mutating func receiveFromOther(_ event: TraceEvent, _ place: Int) {
    let event = LaneEvent(event, of: event.device, place)
    for i in tracks.indices { tracks[i].receiveFromOther(event) }
  }

  mutating func deviceWentDown(at now: VirtualInstant, _ place: Int) {
    for i in tracks.indices { tracks[i].deviceWentDown(at: now, place) }
  }

  /// The app that an event without a process names; nil if it names none.
  static func app(namedBy payload: any TracePayload) -> String? {
    tracks.lazy.compactMap { $0.app(namedBy: payload) }.first
  }

  /// Whether an event of the device without a process is about this app.
  func isAbout(_ payload: any TracePayload) -> Certainty {
    tracks.map { $0.isAbout(payload) }.max() ?? .no
  }

  /// Returns the lanes, after the last event.
  mutating func lanes(until end: VirtualInstant) -> [Lane] {
    states.finish(at: end)
    countdown?.finish(at: end)
    var lanes = [owner.lane("State", .bands, states.spans, launchMarks)]
    for i in tracks.indices {
      lanes += tracks[i].lanes(of: owner, until: end)
      // The budget of the background tasks.
      if tracks[i] is BackgroundTaskTrack {
        lanes.append(owner.lane("Time left", .countdown, countdown?.spans ?? []))
      }
    }
    return lanes
  }
}

extension TerminationReason {
  /// Whether something other than the user, or an installation, ended the process.
  var isKill: Bool {
    switch self {
    case .forceQuit, .uninstalled, .updated: false
    case .jetsam, .system, .reboot, .batteryEmpty, .killed, .crash: true
    }
  }
}
