extension TraceEvent {
  /// Something that happened to the power of a device, or to the device as a whole.
  public struct PowerEvent: TextPayload {
    public static let (service, field) = ("power", "to")
    public let text: String
    public var name: String { "changed" }
    public var words: String { "power: \(text)" }
    public var style: Style { .magenta }
  }
}

extension TraceEvent.Kind {
  public static func power(_ what: String) -> Self { Self(TraceEvent.PowerEvent(text: what)) }
  /// The text of the event; nil for events of other services.
  public var power: String? { (payload as? TraceEvent.PowerEvent)?.text }
}
