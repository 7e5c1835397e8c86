import YobanSimulatedDevices

extension TraceEvent {
  /// A change of a device's network, or something that happened to a request.
  public struct NetworkEvent: TextPayload {
    public static let (service, field) = ("network", "to")
    public let text: String
    public var name: String { "changed" }
    public var words: String { "network: \(text)" }
    public var style: Style { .magenta }
  }
}

extension TraceEvent.Kind {
  public static func network(_ what: String) -> Self { Self(TraceEvent.NetworkEvent(text: what)) }
  /// The text of the event; nil for events of other services.
  public var network: String? { (payload as? TraceEvent.NetworkEvent)?.text }
}
