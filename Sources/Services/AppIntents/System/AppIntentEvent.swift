import YobanSimulatedDevices

extension TraceEvent {
  /// An intent that the system performs, by the name of its type.
  public enum AppIntentEvent: TracePayload {
    case began(String)
    /// The intent has returned a result.
    case finished(String)
    /// The intent has thrown an error.
    case failed(String, error: String)
    /// The intent has not finished in time; the user sees an error.
    case timedOut(String)
    /// The system canceled an intent that ran for long, for a reason.
    case canceled(String, why: String)
    /// The progress of an intent that runs for long, which a Live Activity of the system shows.
    case progress(String, completed: Int64, total: Int64)
  }
}

extension TraceEvent.Kind {
  public static func appIntent(_ event: TraceEvent.AppIntentEvent) -> Self { Self(event) }
  public var appIntent: TraceEvent.AppIntentEvent? { payload as? TraceEvent.AppIntentEvent }
}

extension TraceEvent.AppIntentEvent {
  public static var service: String { "app-intent" }
  /// An error can have a path of the host.
  public static var hasTexts: Bool { true }

  public func replacingTexts(_ replace: (String) -> String) -> Self {
    switch self {
    case .failed(let name, let error): .failed(name, error: replace(error))
    case .began, .finished, .timedOut, .canceled, .progress: self
    }
  }

  public var name: String {
    switch self {
    case .began: "began"
    case .finished: "finished"
    case .failed: "failed"
    case .timedOut: "timed-out"
    case .canceled: "canceled"
    case .progress: "progress"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .began(let name), .finished(let name), .timedOut(let name): [("intent", name)]
    case .failed(let name, let error): [("intent", name), ("error", error)]
    case .canceled(let name, let why): [("intent", name), ("why", why)]
    case .progress(let name, let completed, let total):
      [("intent", name), ("completed", "\(completed)"), ("total", "\(total)")]
    }
  }

  public var words: String {
    switch self {
    case .began(let name): "performs the intent \(name)"
    case .finished(let name): "the intent \(name) has finished"
    case .failed(let name, let error): "the intent \(name) has failed: \(error)"
    case .timedOut(let name): "the intent \(name) has not finished in time"
    case .canceled(let name, let why): "the intent \(name) was canceled: \(why)"
    case .progress(let name, let completed, let total):
      "the intent \(name) reports progress: \(completed) of \(total)"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .began, .finished, .progress: .green
    case .failed, .timedOut, .canceled: .red
    }
  }
}
