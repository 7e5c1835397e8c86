import Foundation
internal import SimulatedOS

/// Whether Bluetooth can be used now (BT1).
@nonexhaustive public enum CBManagerState: Int, Sendable {
  case unknown = 0
  case resetting
  case unsupported
  case unauthorized
  case poweredOff
  case poweredOn
}

/// What the user has said about an app's use of Bluetooth (BT3).
@nonexhaustive public enum CBManagerAuthorization: Int, Sendable {
  case notDetermined = 0
  case restricted
  case denied
  case allowedAlways
}

/// What central and peripheral managers have in common.
open class CBManager: NSObject {
  /// `unknown` until the delegate has heard the first state (BT1). Changes on the manager's queue,
  /// before the delegate is told.
  open internal(set) var state = CBManagerState.unknown

  /// Takes an argument, because an `init()` would have to be public: nobody makes a plain manager.
  init(_ state: CBManagerState) {
    self.state = state
    super.init()
  }

  /// What the user has answered for the calling app.
  open class var authorization: CBManagerAuthorization {
    guard let app = AppProcess.current?.app else { return .notDetermined }
    return CBManagerAuthorization(
      rawValue: app.device.bluetooth.authorization(of: app).rawValue)!
  }

  @available(*, deprecated, message: "use the property of the class")
  open var authorization: CBManagerAuthorization { Self.authorization }
}
