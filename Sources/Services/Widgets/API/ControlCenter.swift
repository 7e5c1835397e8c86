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
      service.placed(of: process.app.host ?? process.app).filter(\.isControl).map {
        ControlInfo(kind: $0.kind)
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
public struct ControlInfo: Hashable, Sendable {
  public let kind: String
}
