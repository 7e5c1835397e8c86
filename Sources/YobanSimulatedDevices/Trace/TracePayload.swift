/// The part of an event of a trace that only its service knows. The service that posts such events declares them,
/// with everything that is written about them: the name and the values in files, the words for a reader, and the
/// color.
public protocol TracePayload: Sendable, Hashable {
  /// The service that posts such events, such as `bluetooth`; the first part of their names in files.
  static var service: String { get }
  /// The second part of the name in files, such as `connected`.
  var name: String { get }
  /// The values, as every recorder writes them.
  var fields: [(key: String, value: String)] { get }
  /// The event in a few words, to be read after the name of the process or device.
  var words: String { get }
  var style: TraceEvent.Style { get }
  /// Whether an event can have a text with paths or addresses of the host, such as a line that an app printed.
  static var hasTexts: Bool { get }
  /// The same event, with each such text replaced. Called only for events that can have one.
  func replacingTexts(_ replace: (String) -> String) -> Self
}

extension TracePayload {
  public static var hasTexts: Bool { false }
  public func replacingTexts(_ replace: (String) -> String) -> Self { self }
}

/// An event that is one text.
public protocol TextPayload: TracePayload {
  var text: String { get }
  /// The name of the text in files.
  static var field: String { get }
}

extension TextPayload {
  public var fields: [(key: String, value: String)] { [(Self.field, text)] }
  public var words: String { text }
}

extension TraceEvent {
  /// The kind of an event. Each service adds its own: `.bluetooth(.connected("strap"))` makes one, and
  /// `kind.bluetooth` reads it, nil for an event of another service.
  public struct Kind: Sendable, Hashable {
    public let payload: any TracePayload

    package init(_ payload: some TracePayload) { self.payload = payload }

    private init(any payload: any TracePayload) { self.payload = payload }

    /// The service that the event belongs to, its name, and its values, as every recorder writes them.
    public var parts: (service: String, name: String, fields: [(key: String, value: String)]) {
      (type(of: payload).service, payload.name, payload.fields)
    }

    /// The event in a few words, to be read after the name of the process or device.
    public var words: String { payload.words }

    func replacingTexts(_ replace: (String) -> String) -> Kind {
      type(of: payload).hasTexts ? Kind(any: payload.replacingTexts(replace)) : self
    }

    public static func == (a: Kind, b: Kind) -> Bool {
      func isEqual<Payload: TracePayload>(_ payload: Payload) -> Bool {
        b.payload as? Payload == payload
      }
      return isEqual(a.payload)
    }

    public func hash(into hasher: inout Hasher) { payload.hash(into: &hasher) }
  }

  /// The color of an event in a terminal.
  public enum Style: String, Sendable, CaseIterable {
    case plain
    case quiet
    case yellow
    case cyan
    case green
    case magenta
    case red
  }
}
