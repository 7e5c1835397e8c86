import YobanSimulatedOS
import YobanVirtualTime

/// The lanes of one app on one device, created from its events.
struct AppTrack {
  let device: String
  let name: String
  private var states = BandTrack()
  /// Whether the user has launched the app and it is not in the foreground yet; no budget counts in
  /// this time.
  private var isComingToFront = false
  private var launchMarks: [Mark] = []
  private var tasks = BarTrack<TaskName>()
  private var taskMarks: [Mark] = []
  private var countdown: CountdownTrack?
  private var jobs = JobTrack()
  private var location = LocationTrack()
  private var audio = AudioTrack()
  private var transfers = BarTrack<TransferName>()
  private var transferMarks: [Mark] = []
  private var bluetooth = BluetoothTrack()
  private(set) var link = WatchLinkTrack()
  private(set) var watch = WatchTrack()
  private var android = AndroidTrack()
  private var logMarks: [Mark] = []
  private var badgeMarks: [Mark] = []
  private var notificationMarks: [Mark] = []
  private var streams: [(name: String, track: StreamTrack, marks: [Mark])] = []

  private struct TaskName: Hashable {
    var process: String
    var identifier: Int
  }

  private struct TransferName: Hashable {
    var session: String
    var task: Int
  }

  init(_ name: String, on device: String, backgroundTaskBudget: Duration?) {
    self.name = name
    self.device = device
    countdown = backgroundTaskBudget.map { CountdownTrack(budget: $0) }
  }

  /// Receives an event of one of the app's processes; events of the device are ignored.
  mutating func receive(_ event: TraceEvent, _ place: Int) {
    let (now, process) = (event.instant, event.process ?? name)
    switch event.kind.payload {
    case let event as TraceEvent.AppEvent: received(event, process, at: now, place)
    case let event as TraceEvent.WatchLinkEvent: link.receive(event, at: now, place)
    case let event as TraceEvent.WatchEvent: received(event, at: now, place)
    case TraceEvent.AndroidEvent.permission: logMarks.append(Mark(event: place, style: .note))
    case TraceEvent.AndroidEvent.scan(let what): bluetooth.scan(what, at: now, place)
    case let event as TraceEvent.AndroidEvent: android.receive(event, at: now, place)
    case is TraceEvent.NotificationEvent:
      notificationMarks.append(Mark(event: place, style: .note))
    case is TraceEvent.Output, is LogMessage, is TraceEvent.HealthEvent:
      logMarks.append(Mark(event: place, style: .output))
    case is TraceEvent.AppCall: logMarks.append(Mark(event: place, style: .callback))
    case let event as TraceEvent.BackgroundTaskEvent: received(event, process, at: now, place)
    case let event as TraceEvent.ScheduledTaskEvent: jobs.receive(event, at: now, place)
    case let event as TraceEvent.RemoteNotificationEvent: jobs.receive(event, at: now, place)
    case let event as TraceEvent.LocationEvent: location.receive(event, at: now, place)
    case let event as TraceEvent.AudioEvent: audio.receive(event, of: process, at: now, place)
    case let event as TraceEvent.SampleEvent: received(event, at: now, place)
    case let event as TraceEvent.TransferEvent: received(event, at: now, place)
    case let event as TraceEvent.BluetoothEvent: bluetooth.receive(event, at: now, place)
    default: break
    }
    let state = isComingToFront ? nil : states.current
    let isKept = location.keepsRunning || audio.keepsRunning
    countdown?.update(state, isKeptRunning: isKept, at: now)
  }

  private mutating func received(
    _ event: TraceEvent.AppEvent, _ process: String, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .launched(let cause):
      isComingToFront = cause == .user
      launchMarks.append(Mark(event: place, style: .launch))
      if cause == .prewarming { states.become(.prewarmed, at: now, event: place) }
    case .state(let state): became(state, at: now, place)
    case .callback(let callback, _):
      logMarks.append(Mark(event: place, style: .callback))
      jobs.called(callback, at: now, place)
    case .terminated(let reason): terminated(reason, process, at: now, place)
    case .badge: badgeMarks.append(Mark(event: place, style: .note))
    }
  }

  private mutating func received(
    _ event: TraceEvent.BackgroundTaskEvent, _ process: String, at now: VirtualInstant,
    _ place: Int
  ) {
    switch event {
    case .began(let id, _):
      tasks.begin(TaskName(process: process, identifier: id), .task, at: now, event: place)
    case .ended(let id):
      tasks.end(TaskName(process: process, identifier: id), at: now, event: place)
    case .expired(let id):
      tasks.restyle(TaskName(process: process, identifier: id), .taskExpired)
      taskMarks.append(Mark(event: place, style: .taskExpired))
    }
  }

  private mutating func received(
    _ event: TraceEvent.SampleEvent, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .samples(let stream, let count):
      streams[index(of: stream)].track.counted(count, at: now, event: place)
    case .sensor(Self.recorderStream, let isOn): watch.recorder(isOn: isOn, at: now, place)
    case .sensor(let stream, let isOn):
      let i = index(of: stream)
      if isOn { streams[i].track.started(at: now) }
      streams[i].marks.append(Mark(event: place, style: .note))
    }
  }

  private mutating func became(_ state: AppState, at now: VirtualInstant, _ place: Int) {
    let style: LaneStyle? =
      switch state {
      case .notRunning: nil
      case .inactive: .inactive
      case .active: .active
      case .background: .background
      case .suspended: .suspended
      }
    states.become(style, at: now, event: place)
    if style != .background { isComingToFront = false }
    location.running(state != .suspended, at: now, place)
    guard state == .suspended else { return }
    jobs.suspended(at: now, place)
    for i in streams.indices { streams[i].track.suspended(at: now) }
  }

  /// The recordings of `CMSensorRecorder` are not a stream of samples that the app receives (WK7).
  static let recorderStream = "recordedAccelerometer"

  private mutating func received(
    _ event: TraceEvent.WatchEvent, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .wrist: logMarks.append(Mark(event: place, style: .note))
    case .workout(let state): watch.workout(state, at: now, place)
    case .workoutFailed: watch.workoutFailed(place)
    case .exerciseCredited: watch.exerciseCredited(place)
    case .extendedRuntime(let state): watch.extendedRuntime(state, at: now, place)
    case .backgroundRefresh(let state): jobs.refresh(state, at: now, place)
    }
  }

  /// Receives an event of the link from another device.
  mutating func counterpart(
    _ event: TraceEvent.WatchLinkEvent, at now: VirtualInstant, _ place: Int
  ) {
    link.counterpart(event, at: now, place)
  }

  /// The device rebooted: the known states of regions and the sessions end.
  mutating func rebooted(at now: VirtualInstant, _ place: Int) {
    location.rebooted(at: now, place)
    watch.rebooted(at: now, place)
  }

  private mutating func terminated(
    _ reason: TerminationReason, _ process: String, at now: VirtualInstant, _ place: Int
  ) {
    let style: LaneStyle =
      switch reason {
      case .forceQuit, .uninstalled, .updated: .end
      case .jetsam, .system, .reboot, .batteryEmpty, .killed, .crash: .kill
      }
    launchMarks.append(Mark(event: place, style: style))
    states.become(nil, at: now, event: place)
    location.terminated(at: now, place)
    audio.terminated(at: now, place)
    jobs.terminated(at: now, place)
    tasks.endAll(.taskCut, at: now, event: place) { $0.process == process }
    bluetooth.terminated(at: now, place)
    android.terminated(style == .kill, at: now, place)
  }

  private mutating func received(
    _ event: TraceEvent.TransferEvent, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .created(let task, let session, _):
      let name = TransferName(session: session, task: task)
      transfers.begin(name, .transferWaiting, at: now, event: place)
    case .began(let task, let session):
      let name = TransferName(session: session, task: task)
      transfers.begin(name, .transfer, at: now, event: place)
    case .finished(let task, let session, let status):
      let isDone = (200..<300).contains(status)
      let name = TransferName(session: session, task: task)
      transfers.end(name, isDone ? nil : .transferFailed, at: now, event: place)
      if !isDone { transferMarks.append(Mark(event: place, style: .transferFailed)) }
    case .failed(let task, let session, _):
      let name = TransferName(session: session, task: task)
      transfers.end(name, .transferFailed, at: now, event: place)
      transferMarks.append(Mark(event: place, style: .transferFailed))
    case .eventsDelivered: transferMarks.append(Mark(event: place, style: .note))
    }
  }

  private mutating func index(of stream: String) -> Int {
    if let i = streams.firstIndex(where: { $0.name == stream }) { return i }
    streams.append((stream, StreamTrack(), []))
    return streams.endIndex - 1
  }

  // MARK: Result

  /// Returns the lanes, after the last event.
  mutating func lanes(until end: VirtualInstant) -> [Lane] {
    states.finish(at: end)
    tasks.finish(at: end)
    countdown?.finish(at: end)
    jobs.finish(at: end)
    transfers.finish(at: end)
    bluetooth.finish(at: end)
    link.finish(at: end)
    return [
      lane("State", .bands, states.spans, launchMarks),
      lane("Log", .marks, [], logMarks),
      lane("Badge", .marks, [], badgeMarks),
      lane("Notifications", .marks, [], notificationMarks),
    ] + watch.lanes(on: device, of: name, until: end)
      + android.lanes(on: device, of: name, until: end) + [
        lane("Background tasks", .bars, tasks.spans, taskMarks),
        lane("Time left", .countdown, countdown?.spans ?? [], []),
        lane("Jobs", .bars, jobs.spans, jobs.marks),
      ] + location.lanes(on: device, of: name, until: end) + [
        audio.lane(on: device, of: name, until: end),
        lane("Bluetooth", .bars, bluetooth.spans, bluetooth.marks),
        lane("Watch link", .bars, link.spans, link.marks),
        lane("Transfers", .bars, transfers.spans, transferMarks),
      ] + streams.map { lane($0.name, .curve, $0.track.spans, $0.marks) }
  }

  private func lane(_ label: String, _ form: Lane.Form, _ spans: [Span], _ marks: [Mark]) -> Lane {
    Lane(device: device, app: name, label: label, form: form, spans: spans, marks: marks)
  }
}
