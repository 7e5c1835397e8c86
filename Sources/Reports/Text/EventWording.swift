import SimulatedOS

extension TraceEvent.Kind {
  /// What happened, in a few words that read after the name of the process or device.
  var words: String {
    switch self {
    case .person(let what): what
    case .launched(let cause): "launched (\(cause.rawValue))"
    case .appState(let state): "is \(state.rawValue)"
    case .callback(let callback, _): callback.rawValue
    case .terminated(let reason): "ended: \(reason)"
    case .backgroundTaskBegan(let id, let name):
      "began background task \(id)" + (name.map { " \($0)" } ?? "")
    case .backgroundTaskEnded(let id): "ended background task \(id)"
    case .backgroundTaskExpired(let id): "background task \(id) expired"
    case .location(let event): event.words
    case .samples(let stream, let count): "received \(count) samples of \(stream)"
    case .sensor(let stream, let isOn): (isOn ? "started " : "stopped ") + stream
    case .transfer(let event): event.words
    case .network(let path): "network: \(path)"
    case .power(let what): "power: \(what)"
    case .output(let line): line
    case .finding(let finding): finding.description
    }
  }
}

extension TraceEvent.LocationEvent {
  fileprivate var words: String {
    switch self {
    case .authorization(let status): "location authorization: \(status)"
    case .started: "started location updates"
    case .stopped: "stopped location updates"
    case .paused: "location updates paused by the system"
    case .keepAliveEnded: "location updates no longer keep it running"
    }
  }
}

extension TraceEvent.TransferEvent {
  fileprivate var words: String {
    switch self {
    case .created(let task, let session, let bytes):
      "created transfer \(task) of \(session), \(bytes) bytes"
    case .began(let task, let session): "transfer \(task) of \(session) began"
    case .finished(let task, let session, let status):
      "transfer \(task) of \(session) finished: \(status)"
    case .failed(let task, let session, let error):
      "transfer \(task) of \(session) failed: \(error)"
    case .eventsDelivered(let session): "all events of \(session) were delivered"
    }
  }
}
