import YobanSimulatedDevices

extension TraceEvent {
  /// An event of a task of a background `URLSession`.
  public enum TransferEvent: TracePayload {
    case created(task: Int, session: String, bytes: Int64)
    case began(task: Int, session: String)
    case finished(task: Int, session: String, status: Int)
    case failed(task: Int, session: String, error: String)
    case eventsDelivered(session: String)
  }
}

extension TraceEvent.Kind {
  public static func transfer(_ event: TraceEvent.TransferEvent) -> Self { Self(event) }
  public var transfer: TraceEvent.TransferEvent? { payload as? TraceEvent.TransferEvent }
}

extension TraceEvent.TransferEvent {
  public static var service: String { "transfer" }

  public var name: String {
    switch self {
    case .created: "created"
    case .began: "began"
    case .finished: "finished"
    case .failed: "failed"
    case .eventsDelivered: "events-delivered"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .created(let task, let session, let bytes):
      [("session", session), ("task", "\(task)"), ("bytes", "\(bytes)")]
    case .began(let task, let session): [("session", session), ("task", "\(task)")]
    case .finished(let task, let session, let status):
      [("session", session), ("task", "\(task)"), ("status", "\(status)")]
    case .failed(let task, let session, let error):
      [("session", session), ("task", "\(task)"), ("error", error)]
    case .eventsDelivered(let session): [("session", session)]
    }
  }

  public var words: String {
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

  public var style: TraceEvent.Style {
    switch self {
    case .created, .began, .finished, .eventsDelivered: .green
    case .failed: .red
    }
  }
}
