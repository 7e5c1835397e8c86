import YobanSimulatedDevices

extension TraceEvent {
  /// An event on an Android phone. The names are those of classes and constants of Android.
  public enum AndroidEvent: TracePayload {
    /// A service was created or destroyed.
    case service(String, isRunning: Bool)
    /// A service entered the foreground with these types, or left it (nil).
    case foreground(String, types: String?)
    /// A start was refused with an exception.
    case refused(String, exception: String)
    /// The system notified a service that its time has run out (AN6).
    case timeout(String)
    case wakeLock(String, isHeld: Bool)
    /// The CPU woke up or went to sleep (AN7).
    case cpu(isAwake: Bool)
    case doze(String)
    case standbyBucket(String)
    case broadcast(String)
    case alarm(String)
    case job(String)
    /// A scan was throttled, suspended or downgraded (AN11, AN12).
    case scan(String)
    case permission(String)
    /// A track began to be heard or ended, or was muted, or a call was refused (AN25).
    case audio(String, isRefused: Bool)
    /// The permissions of an unused app were reset; it may hibernate, too (AN23).
    case unused(isHibernating: Bool)
    /// A call of Health Connect succeeded, or another app changed its records (AN26, AN27).
    case healthConnect(String)
  }
}

extension TraceEvent.Kind {
  public static func android(_ event: TraceEvent.AndroidEvent) -> Self { Self(event) }
  public var android: TraceEvent.AndroidEvent? { payload as? TraceEvent.AndroidEvent }
}

extension TraceEvent.AndroidEvent {
  public static var service: String { "android" }

  public var name: String {
    switch self {
    case .service(_, let isRunning): isRunning ? "service-created" : "service-destroyed"
    case .foreground(_, let types): types == nil ? "foreground-left" : "foreground-entered"
    case .refused: "refused"
    case .timeout: "timeout"
    case .wakeLock(_, let isHeld): isHeld ? "wake-lock-acquired" : "wake-lock-released"
    case .cpu(let isAwake): isAwake ? "cpu-awake" : "cpu-asleep"
    case .doze: "doze"
    case .standbyBucket: "standby-bucket"
    case .broadcast: "broadcast"
    case .alarm: "alarm"
    case .job: "job"
    case .scan: "scan"
    case .permission: "permission"
    case .audio(_, let isRefused): isRefused ? "audio-refused" : "audio"
    case .unused(let isHibernating): isHibernating ? "hibernation" : "permissions-reset"
    case .healthConnect: "health-connect"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .service(let service, _), .timeout(let service): [("service", service)]
    case .foreground(let service, let types):
      [("service", service)] + (types.map { [("types", $0)] } ?? [])
    case .refused(let what, let exception): [("what", what), ("exception", exception)]
    case .wakeLock(let tag, _): [("tag", tag)]
    case .cpu, .unused: []
    case .doze(let state): [("state", state)]
    case .standbyBucket(let bucket): [("bucket", bucket)]
    case .broadcast(let action): [("action", action)]
    case .alarm(let what), .job(let what), .scan(let what), .permission(let what),
      .audio(let what, _), .healthConnect(let what):
      [("what", what)]
    }
  }

  public var words: String {
    switch self {
    case .service(let name, let isRunning): "\(isRunning ? "created" : "destroyed") \(name)"
    case .foreground(let name, let types?): "\(name) is in foreground as \(types)"
    case .foreground(let name, nil): "\(name) left the foreground"
    case .refused(let what, let exception): "\(what) was refused: \(exception)"
    case .timeout(let name): "the time of \(name) is over"
    case .wakeLock(let tag, let isHeld): "\(isHeld ? "acquired" : "released") wake lock \(tag)"
    case .cpu(let isAwake): isAwake ? "CPU awake" : "CPU asleep"
    case .doze(let state): "Doze: \(state)"
    case .standbyBucket(let bucket): "standby bucket: \(bucket)"
    case .broadcast(let action): "broadcast \(action)"
    case .alarm(let what): "alarm \(what)"
    case .job(let what): "job \(what)"
    case .scan(let what): "scan \(what)"
    case .permission(let what): "permission \(what)"
    case .audio(let what, _): "audio: \(what)"
    case .unused(let isHibernating):
      "the app was not used for months: \(isHibernating ? "it hibernates" : "its permissions are reset")"
    case .healthConnect(let what): "Health Connect: \(what)"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .service, .foreground, .broadcast, .alarm, .job, .healthConnect: .green
    case .wakeLock, .cpu: .quiet
    case .doze, .standbyBucket, .permission, .unused: .magenta
    case .refused, .timeout, .scan, .audio(_, isRefused: true): .red
    case .audio(_, isRefused: false): .quiet
    }
  }
}
