import YobanSimulatedDevices

extension TraceEvent {
  /// A request for health data, a wake for it, or samples that an app saved.
  public struct HealthEvent: TextPayload {
    public static let (service, field) = ("health", "what")
    public let text: String
    public var name: String { "did" }
    public var words: String { "health: \(text)" }
    public var style: Style { .green }
  }
}

extension TraceEvent.Kind {
  public static func health(_ what: String) -> Self { Self(TraceEvent.HealthEvent(text: what)) }
  /// The text of the event; nil for events of other services.
  public var health: String? { (payload as? TraceEvent.HealthEvent)?.text }
}
