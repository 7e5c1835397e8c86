extension TraceEvent {
  /// An event of a stream of samples: of a sensor, or of the notifications of a characteristic.
  public enum SampleEvent: TracePayload {
    /// The number of samples that the app received since the last such event. Posted about once a minute.
    case samples(stream: String, count: Int)
    case sensor(String, isOn: Bool)
  }
}

extension TraceEvent.Kind {
  public static func samples(stream: String, count: Int) -> Self {
    Self(TraceEvent.SampleEvent.samples(stream: stream, count: count))
  }
  public static func sensor(_ stream: String, isOn: Bool) -> Self {
    Self(TraceEvent.SampleEvent.sensor(stream, isOn: isOn))
  }
  public var motion: TraceEvent.SampleEvent? { payload as? TraceEvent.SampleEvent }
}

extension TraceEvent.SampleEvent {
  public static var service: String { "motion" }

  public var name: String {
    switch self {
    case .samples: "samples"
    case .sensor(_, let isOn): isOn ? "started" : "stopped"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .samples(let stream, let count): [("stream", stream), ("count", "\(count)")]
    case .sensor(let stream, _): [("stream", stream)]
    }
  }

  public var words: String {
    switch self {
    case .samples(let stream, let count): "received \(count) samples of \(stream)"
    case .sensor(let stream, let isOn): (isOn ? "started " : "stopped ") + stream
    }
  }

  public var style: TraceEvent.Style { .quiet }
}
