extension TraceEvent {
  /// The screen was lit or went dark.
  public struct ScreenEvent: TracePayload {
    public static var service: String { "screen" }
    public let isOn: Bool
    public var name: String { isOn ? "lit" : "dark" }
    public var fields: [(key: String, value: String)] { [] }
    public var words: String { "screen: \(isOn ? "on" : "off")" }
    public var style: Style { .magenta }
  }
}

extension TraceEvent.Kind {
  public static func screen(isOn: Bool) -> Self { Self(TraceEvent.ScreenEvent(isOn: isOn)) }
  /// Whether the screen was lit; nil for events of other services.
  public var screen: Bool? { (payload as? TraceEvent.ScreenEvent)?.isOn }
}
