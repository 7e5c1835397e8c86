import YobanSimulatedOS

extension TraceEvent.WatchLinkEvent {
  var words: String {
    switch self {
    case .activated: "activated its session"
    case .reachable(let isReachable):
      "the counterpart is \(isReachable ? "reachable" : "not reachable")"
    case .queued(let item, let number, let bytes):
      "queued \(item.rawValue) \(number), \(bytes) bytes"
    case .began(let item, let number, let radio): "\(item.rawValue) \(number) goes over \(radio)"
    case .interrupted(let item, let number): "\(item.rawValue) \(number) was interrupted"
    case .received(let item, let number): "received \(item.rawValue) \(number)"
    case .finished(let item, let number): "\(item.rawValue) \(number) is done"
    case .failed(let item, let number, let code):
      "\(item.rawValue) \(number) failed: WCError \(code)"
    case .lost(let item, let number): "\(item.rawValue) \(number) is lost without an error"
    }
  }
}

extension TraceEvent.WatchEvent {
  var words: String {
    switch self {
    case .wrist(let isUp): isUp ? "wrist raised" : "wrist lowered"
    case .workout(let state): "workout session: \(state)"
    case .workoutFailed(let code): "workout session failed: HKError \(code)"
    case .exerciseCredited(let minutes): "\(minutes) min of exercise credited"
    case .extendedRuntime(let state): "extended runtime session: \(state)"
    case .backgroundRefresh(let state): "background refresh: \(state)"
    case .sensorRecorder(let state): "sensor recorder: \(state)"
    }
  }
}

extension TraceEvent.AndroidEvent {
  var words: String {
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
    }
  }
}
