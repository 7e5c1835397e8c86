/// The legend's entry for a style.
struct LegendEntry: Equatable {
  /// The headings of the legend. Entries with the same heading are in one line, in the order of the
  /// headings.
  enum Heading: String, CaseIterable {
    case app = "App"
    case work = "Work"
    case android = "Android"
    case watch = "Watch"
    case location = "Location"
    case audio = "Audio"
    case bluetooth = "Bluetooth"
    case transfers = "Transfers"
    case device = "Device"
    case moments = "Moments"
  }

  /// The shape of the symbol.
  enum Shape: String {
    case box, striped, hatched, diamond, flag, tick, line, cross
    /// A triangle on the lower edge, or on the upper edge.
    case up, down
  }

  let heading: Heading
  let words: String
  let shape: Shape

  init(_ heading: Heading, _ words: String, _ shape: Shape = .box) {
    self.heading = heading
    self.words = words
    self.shape = shape
  }
}

extension LaneStyle {
  var legend: LegendEntry {
    switch self {
    case .active: .init(.app, "active")
    case .inactive: .init(.app, "inactive")
    case .background: .init(.app, "background")
    case .suspended: .init(.app, "suspended")
    case .prewarmed: .init(.app, "prewarmed")
    case .samples: .init(.app, "samples a minute")
    case .task: .init(.work, "background task")
    case .taskExpired: .init(.work, "expired task")
    case .taskCut: .init(.work, "task cut short")
    case .countdown: .init(.work, "background time left", .line)
    case .job: .init(.work, "task, fetch, refresh or push")
    case .jobWaiting: .init(.work, "request waits")
    case .jobExpired: .init(.work, "expired")
    case .jobFailed: .init(.work, "failed or refused")
    case .liveActivity: .init(.work, "Live Activity")
    case .liveActivityEnded: .init(.work, "ended Live Activity, still shown")
    case .locationOn: .init(.location, "updates")
    case .locationPaused: .init(.location, "paused")
    case .locationEnded: .init(.location, "updates that do not keep the app running")
    case .indicator: .init(.location, "indicator shown")
    case .inside: .init(.location, "inside a region")
    case .outside: .init(.location, "outside")
    case .watched: .init(.location, "state not known yet")
    case .ranging: .init(.location, "ranging", .striped)
    case .audioPlaying: .init(.audio, "plays")
    case .audioRecording: .init(.audio, "records")
    case .audioInterrupted: .init(.audio, "interrupted")
    case .scan: .init(.bluetooth, "scan")
    case .advertising: .init(.bluetooth, "advertising")
    case .connectWaiting: .init(.bluetooth, "connect pending")
    case .connection: .init(.bluetooth, "connection")
    case .connectionFailed: .init(.bluetooth, "failed or lost")
    case .transferWaiting: .init(.transfers, "transfer waits")
    case .transfer: .init(.transfers, "transfer")
    case .transferFailed: .init(.transfers, "transfer failed")
    case .linkWaiting: .init(.transfers, "waits for the watch link")
    case .link: .init(.transfers, "on the watch link")
    case .linkCut: .init(.transfers, "interrupted")
    case .linkFailed: .init(.transfers, "failed on the link")
    case .linkLost: .init(.transfers, "lost on the link")
    case .received: .init(.transfers, "received", .tick)
    case .reachable: .init(.transfers, "reachable from here on", .up)
    case .unreachable: .init(.transfers, "not reachable from here on", .down)
    case .workoutPrepared: .init(.watch, "workout prepared")
    case .workoutRunning: .init(.watch, "workout running")
    case .workoutPaused: .init(.watch, "workout paused")
    case .workoutStopped: .init(.watch, "workout stopped")
    case .workoutFailed: .init(.watch, "workout failed")
    case .extendedWaiting: .init(.watch, "extended runtime scheduled")
    case .extended: .init(.watch, "extended runtime")
    case .extendedExpiring: .init(.watch, "about to expire")
    case .recorder: .init(.watch, "sensor recorder")
    case .wristUp: .init(.watch, "wrist up")
    case .wristDown: .init(.watch, "wrist down")
    case .cpuAwake: .init(.android, "CPU awake")
    case .cpuAsleep: .init(.android, "CPU asleep")
    case .dozeOff: .init(.android, "no Doze")
    case .dozeInactive: .init(.android, "before Doze")
    case .dozeLight: .init(.android, "light Doze")
    case .dozeDeep: .init(.android, "deep Doze")
    case .dozeMaintenance: .init(.android, "maintenance window")
    case .bucketActive: .init(.android, "bucket active")
    case .bucketWorkingSet: .init(.android, "working set")
    case .bucketFrequent: .init(.android, "frequent")
    case .bucketRare: .init(.android, "rare")
    case .bucketRestricted: .init(.android, "restricted")
    case .service: .init(.android, "service")
    case .serviceForeground: .init(.android, "foreground service")
    case .serviceExpired: .init(.android, "service out of time")
    case .serviceFailed: .init(.android, "refused or killed")
    case .wakeLock: .init(.android, "wake lock")
    case .switchedOn: .init(.device, "switched on")
    case .switchedOff: .init(.device, "switched off")
    case .resetting: .init(.device, "resetting")
    case .online: .init(.device, "online")
    case .offline: .init(.device, "offline")
    case .charging: .init(.device, "charging")
    case .down: .init(.device, "off or restarting")
    case .updating: .init(.device, "installing an update")
    case .known: .init(.device, "other state")
    case .screenOn: .init(.device, "screen on")
    case .screenOff: .init(.device, "screen off")
    case .lowPower: .init(.device, "Low Power Mode")
    case .user: .init(.moments, "user action", .flag)
    case .launch: .init(.moments, "launch or wake", .up)
    case .end: .init(.moments, "end of a process", .cross)
    case .kill: .init(.moments, "killed", .cross)
    case .callback: .init(.moments, "callback", .tick)
    case .output: .init(.moments, "output or answer", .tick)
    case .finding: .init(.moments, "finding", .diamond)
    case .note: .init(.moments, "other event", .down)
    }
  }
}
