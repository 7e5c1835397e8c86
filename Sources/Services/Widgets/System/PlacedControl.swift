import Foundation
import YobanAppleSystem
import YobanSimulatedDevices

/// A control that the user has added: to Control Center, to the Lock Screen, to the Action button, or on a watch to the
/// Smart Stack (WI10).
///
/// Its texts are those of its label and of its value, and it is reloaded like a widget, without a budget.
public final class PlacedControl: PlacedWidget, @unchecked SimulationConfined {
  /// Whether the toggle is on; nil for a button, and as long as the extension has given no value.
  public var isOn: Bool? { state?.isOn }
  /// The `AppIntent` that a touch performs; nil as long as the extension has given no value, and if the control is
  /// disabled.
  package var action: (any Sendable)? { state?.action() }

  /// The token for pushes to this control, which its extension sends to the server; nil until the extension has it, and
  /// without a push handler (WI13).
  public var pushToken: Data? {
    app.appleDevice.widgets.registration(of: app, self)?.token
  }

  private var state: ControlState? { entry as? ControlState }

  package override var isControl: Bool { true }
}

/// The value of a control, and its action when it is touched.
package struct ControlState: Sendable {
  package let isOn: Bool?
  let action: @Sendable () -> (any Sendable)?

  package init(isOn: Bool?, action: @escaping @Sendable () -> (any Sendable)?) {
    (self.isOn, self.action) = (isOn, action)
  }
}
