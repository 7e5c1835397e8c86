import Foundation
internal import YobanSimulatedApple

/// The state of Bluetooth for a manager (BT1).
@nonexhaustive public enum CBManagerState: Int, Sendable {
  case unknown = 0
  case resetting
  case unsupported
  case unauthorized
  case poweredOff
  case poweredOn
}

/// The user's decision on an app's use of Bluetooth (BT3).
@nonexhaustive public enum CBManagerAuthorization: Int, Sendable {
  case notDetermined = 0
  case restricted
  case denied
  case allowedAlways
}

/// The superclass of central and peripheral managers.
open class CBManager: NSObject {
  /// The state that the delegate received last; `unknown` before the first (BT1). Changes on the
  /// manager's queue, before the delegate is called.
  open internal(set) var state = CBManagerState.unknown { didSet { keyValuesChanged(of: self) } }

  /// Takes an argument because an `init()` would have to be public, but apps must not create a
  /// plain `CBManager`.
  init(_ state: CBManagerState) {
    self.state = state
    super.init()
  }

  /// The user's decision for the calling app.
  open class var authorization: CBManagerAuthorization {
    guard let app = AppProcess.current?.app else { return .notDetermined }
    return CBManagerAuthorization(
      rawValue: app.appleDevice.bluetooth.authorization(of: app).rawValue)!
  }

  @available(*, deprecated, message: "use the property of the class")
  open var authorization: CBManagerAuthorization { Self.authorization }
}
