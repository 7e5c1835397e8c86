public import AppIntents
internal import YobanSimulatedApple

/// Asks for new values of an app's controls, and knows those that the user has added (iOS 18, watchOS 26, WI10). Use it
/// in the app or in its extensions, on any thread.
public final class ControlCenter: Sendable {
  public static let shared = ControlCenter()

  /// Asks for the values of the controls of a kind.
  public func reloadControls(ofKind kind: String) {
    Self.service("reloadControls(ofKind:)") { $0.reload(kind, controls: true, by: $1) }
  }

  /// Asks for the values of all controls.
  public func reloadAllControls() {
    Self.service("reloadAllControls()") { $0.reload(nil, controls: true, by: $1) }
  }

  /// The controls that the user has added.
  public func currentControls() async throws -> [ControlInfo] {
    Self.service("currentControls()") { service, process in
      service.placed(of: process.app.host ?? process.app).compactMap {
        ($0 as? PlacedControl).map { ControlInfo(of: $0) }
      }
    } ?? []
  }

  @discardableResult private static func service<Result>(
    _ call: String, _ body: (WidgetService, AppProcess) -> Result
  ) -> Result? {
    SystemAPI.controlCenter.reportIfTooNew()
    let process = AppProcess.callingOnPhone("ControlCenter was used")
    let handle = ServiceHandle(process.app.appleDevice.widgets, of: process, for: "ControlCenter")
    return handle(call) { body($0, process) }
  }
}

/// A control that the user has added.
public struct ControlInfo: Hashable, Identifiable, Sendable {
  public let id: String
  public let kind: String
  /// The token for pushes; nil until the control has one, and without a push handler (WI13).
  public var pushInfo: ControlPushInfo?
  private let configuration: (any Sendable)?

  init(of control: PlacedControl) {
    id = "\(control.kind)-\(control.number)"
    kind = control.kind
    pushInfo = control.pushToken.map { ControlPushInfo(token: $0) }
    configuration = control.configuration
  }

  /// The choice of the user; nil if the control has its default, or an intent of another type.
  public func configurationIntent<Intent: ControlConfigurationIntent>(
    of intentType: Intent.Type = Intent.self
  ) -> Intent? { configuration as? Intent }

  public static func == (one: Self, other: Self) -> Bool { one.id == other.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
