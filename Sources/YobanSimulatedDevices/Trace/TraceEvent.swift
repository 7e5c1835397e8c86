import YobanVirtualTime

/// An event of a simulated world: its time, device, process and kind.
public struct TraceEvent: Sendable, Hashable {
  public var instant: VirtualInstant
  public var device: String
  /// The app and the number of its launch, such as `NightApp#2`; nil for the device itself.
  public var process: String?
  public var kind: Kind

  public init(instant: VirtualInstant, device: String, process: String?, kind: Kind) {
    self.instant = instant
    self.device = device
    self.process = process
    self.kind = kind
  }
}

extension TraceEvent {
  /// The user did something with the device.
  public struct UserAction: TextPayload {
    public static let (service, field) = ("user", "what")
    public let text: String
    public var name: String { "did" }
    public var style: Style { .yellow }
  }

  /// A line that an app printed to standard output or standard error.
  public struct Output: TextPayload {
    public static let (service, field) = ("output", "text")
    public let text: String
    public var name: String { "line" }
    public var style: Style { .plain }

    public static var hasTexts: Bool { true }

    public func replacingTexts(_ replace: (String) -> String) -> Output {
      Output(text: replace(text))
    }
  }
}

extension TraceEvent.Kind {
  public static func user(_ what: String) -> Self { Self(TraceEvent.UserAction(text: what)) }
  /// The action of the user; nil for other events.
  public var user: String? { (payload as? TraceEvent.UserAction)?.text }

  public static func output(_ line: String) -> Self { Self(TraceEvent.Output(text: line)) }
  /// The line that an app printed; nil for other events.
  public var output: String? { (payload as? TraceEvent.Output)?.text }
}
