import YobanSimulatedDevices

extension TraceEvent {
  /// An event of a widget, which is named by its kind and family.
  public enum WidgetEvent: TracePayload {
    /// The system asks for a timeline.
    case asked(String, why: String)
    /// The provider has given a timeline.
    case timeline(String, entries: Int)
    /// It has not given one.
    case missing(String, why: String)
    /// Another entry is shown.
    case shows(String, String)
    /// A reload waits for the budget.
    case postponed(String, why: String)
    /// The extension has the token for pushes to the app's widgets, or to a control (WI12, WI13).
    case token(String)
    /// A push waits.
    case held(String, why: String)
    /// A push has no effect.
    case ignored(String, why: String)
  }
}

extension TraceEvent.Kind {
  public static func widget(_ event: TraceEvent.WidgetEvent) -> Self { Self(event) }
  public var widget: TraceEvent.WidgetEvent? { payload as? TraceEvent.WidgetEvent }
}

extension TraceEvent.WidgetEvent {
  public static var service: String { "widget" }
  /// The texts of a widget are the app's, and may have addresses of the host.
  public static var hasTexts: Bool { true }

  public func replacingTexts(_ replace: (String) -> String) -> Self {
    switch self {
    case .shows(let name, let text): .shows(name, replace(text))
    case .asked, .timeline, .missing, .postponed, .token, .held, .ignored: self
    }
  }

  public var name: String {
    switch self {
    case .asked: "asked"
    case .timeline: "timeline"
    case .missing: "missing"
    case .shows: "shows"
    case .postponed: "postponed"
    case .token: "token"
    case .held: "held"
    case .ignored: "ignored"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .asked(let name, let why): [("widget", name), ("why", why)]
    case .timeline(let name, let entries): [("widget", name), ("entries", "\(entries)")]
    case .missing(let name, let why): [("widget", name), ("why", why)]
    case .shows(let name, let text): [("widget", name), ("text", text)]
    case .postponed(let name, let why): [("widget", name), ("why", why)]
    case .token(let name): [("widget", name)]
    case .held(let name, let why): [("widget", name), ("why", why)]
    case .ignored(let name, let why): [("widget", name), ("why", why)]
    }
  }

  public var words: String {
    switch self {
    case .asked(let name, let why): "widget \(name): asked for a timeline, because of \(why)"
    case .timeline(let name, let entries):
      "widget \(name): a timeline of \(entries) \(entries == 1 ? "entry" : "entries")"
    case .missing(let name, let why): "widget \(name): no timeline, \(why)"
    case .shows(let name, let text): "widget \(name) shows: \(text)"
    case .postponed(let name, let why): "widget \(name): the reload waits, \(why)"
    case .token(let name): "push token for \(name)"
    case .held(let name, let why): "push to \(name) waits: \(why)"
    case .ignored(let name, let why): "push to \(name) has no effect: \(why)"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .missing, .postponed, .held, .ignored: .red
    case .asked, .timeline, .shows, .token: .green
    }
  }
}
