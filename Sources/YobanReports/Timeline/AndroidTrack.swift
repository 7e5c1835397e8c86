import YobanSimulatedOS
import YobanVirtualTime

/// The services, wake locks and audio of an Android app, and the broadcasts, alarms and jobs for which the
/// system runs it.
///
/// Services and wake locks end with the process (AN7); a sticky service starts again in the next
/// process.
struct AndroidTrack: ServiceTrack {
  private var services = BarTrack<String>()
  private var serviceMarks: [Mark] = []
  private var wakeLocks = BarTrack<String>()
  private var wakeLockMarks: [Mark] = []
  private var callMarks: [Mark] = []
  private var audioMarks: [Mark] = []
  private var bucket = BandTrack()
  private var bucketMarks: [Mark] = []

  mutating func receive(_ event: LaneEvent) -> Bool {
    let (now, place) = (event.instant, event.place)
    switch event.payload {
    // A scan is in the lane of Bluetooth, and a permission in the log.
    case TraceEvent.AndroidEvent.scan, TraceEvent.AndroidEvent.permission: return false
    case let event as TraceEvent.AndroidEvent: receive(event, at: now, place)
    case TraceEvent.AppEvent.terminated(let reason):
      terminated(reason.isKill, at: now, place)
      return false
    default: return false
    }
    return true
  }

  static func app(namedBy payload: any TracePayload) -> String? {
    guard case TraceEvent.AndroidEvent.standbyBucket(let words) = payload else { return nil }
    return StandbyBucket.app(in: words)
  }

  private mutating func receive(
    _ event: TraceEvent.AndroidEvent, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .service(let name, isRunning: true):
      services.begin(name, .service, at: now, event: place)
    case .service(let name, isRunning: false): end(name, at: now, place)
    case .foreground(let name, .some):
      services.begin(name, .serviceForeground, at: now, event: place)
    case .foreground(let name, nil):
      if services.isUnderWay(name) {
        services.begin(name, .service, at: now, event: place)
      } else {
        serviceMarks.append(Mark(event: place, style: .note))
      }
    case .refused: serviceMarks.append(Mark(event: place, style: .serviceFailed))
    case .timeout(let name):
      if services.isUnderWay(name) {
        services.begin(name, .serviceExpired, at: now, event: place)
      }
      serviceMarks.append(Mark(event: place, style: .serviceExpired))
    case .wakeLock(let tag, isHeld: true): wakeLocks.begin(tag, .wakeLock, at: now, event: place)
    case .wakeLock(let tag, isHeld: false):
      // The event of a wake lock that ended with its process comes after the end of the process.
      if !wakeLocks.isUnderWay(tag) { wakeLockMarks.append(Mark(event: place, style: .note)) }
      wakeLocks.end(tag, at: now, event: place)
    case .standbyBucket(let words):
      let style = LaneStyle(bucket: StandbyBucket(in: words))
      if style == bucket.current {
        bucketMarks.append(Mark(event: place, style: .note))
      } else {
        bucket.become(style, at: now, event: place)
      }
    case .audio(_, let isRefused):
      audioMarks.append(Mark(event: place, style: isRefused ? .serviceFailed : .note))
    case .broadcast, .alarm, .job, .scan, .permission, .cpu, .doze, .unused, .healthConnect:
      callMarks.append(Mark(event: place, style: .note))
    }
  }

  /// Ends all services and wake locks. A service that is killed worked until then, so the mark
  /// shows the failure, not the bar.
  private mutating func terminated(_ isKill: Bool, at now: VirtualInstant, _ place: Int) {
    if isKill, services.isAnyUnderWay {
      serviceMarks.append(Mark(event: place, style: .serviceFailed))
    }
    services.endAll(at: now, event: place) { _ in true }
    wakeLocks.endAll(at: now, event: place) { _ in true }
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    services.finish(at: end)
    wakeLocks.finish(at: end)
    bucket.finish(at: end)
    return [
      owner.lane("Services", .bars, services.spans, serviceMarks),
      owner.lane("Wake locks", .bars, wakeLocks.spans, wakeLockMarks),
      owner.lane("Started for", .marks, [], callMarks),
      owner.lane("Audio", .marks, [], audioMarks),
      owner.lane("Standby bucket", .bands, bucket.spans, bucketMarks),
    ]
  }

  /// Ends a service; the event becomes a mark if no bar shows it.
  private mutating func end(_ name: String, at now: VirtualInstant, _ place: Int) {
    if !services.isUnderWay(name) { serviceMarks.append(Mark(event: place, style: .note)) }
    services.end(name, at: now, event: place)
  }
}

extension StandbyBucket {
  /// Parses the words of an event: the bucket's name, possibly after the app's name.
  init?(in words: String) {
    let known = Self.allCases.first { words == $0.name || words.hasSuffix(" \($0.name)") }
    guard let known else { return nil }
    self = known
  }

  /// Returns the app that an event without a process is about.
  static func app(in words: String) -> String? {
    guard let bucket = Self(in: words), words != bucket.name else { return nil }
    return String(words.dropLast(bucket.name.count + 1))
  }
}

extension LaneStyle {
  /// The style of a standby bucket (AN9); nil for a bucket with an unknown name.
  init(bucket: StandbyBucket?) {
    self =
      switch bucket {
      case .exempted, .active: .bucketActive
      case .workingSet: .bucketWorkingSet
      case .frequent: .bucketFrequent
      case .rare: .bucketRare
      case .restricted: .bucketRestricted
      case nil: .known
      }
  }

  /// The style of a state of Doze (AN8).
  init(doze state: String) {
    self =
      switch state {
      case "active": .dozeOff
      case "inactive": .dozeInactive
      case _ where state.contains("maintenance"): .dozeMaintenance
      case _ where state.hasPrefix("light"): .dozeLight
      case _ where state.hasPrefix("deep"): .dozeDeep
      default: .known
      }
  }
}
