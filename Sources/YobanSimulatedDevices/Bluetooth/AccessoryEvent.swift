extension TraceEvent {
  /// Something that happened to an accessory. `device` is then the accessory's name.
  public struct AccessoryEvent: TextPayload {
    public static let (service, field) = ("accessory", "to")
    public let text: String
    public var name: String { "changed" }
    public var style: Style { .magenta }
  }
}

extension TraceEvent.Kind {
  public static func accessory(_ what: String) -> Self {
    Self(TraceEvent.AccessoryEvent(text: what))
  }
  /// The text of the event; nil for events of other services.
  public var accessory: String? { (payload as? TraceEvent.AccessoryEvent)?.text }
}
