/// The state of a Bluetooth session.
public enum BluetoothSessionState: Hashable, Sendable {
  /// The session is not started.
  case idle
  /// The session is started, and Bluetooth is off, not allowed, or not known yet.
  case waitingForBluetooth
  /// No accessory is known; the session scans for one.
  case scanning
  /// The system connects as soon as the accessory is near, also while the app is suspended.
  case connecting(AccessoryIdentifier)
  /// The accessory is connected; services are being discovered and values subscribed.
  case discovering(AccessoryIdentifier)
  /// The accessory can be used.
  case ready(AccessoryIdentifier)
  /// The system connects after a delay, because attempts failed.
  case backingOff(AccessoryIdentifier)
  /// The session ends the connection in order to start over.
  case disconnecting(AccessoryIdentifier)
  /// The app stopped the session, and the connection has not ended yet.
  case stopping(AccessoryIdentifier)

  /// The selected accessory, if any.
  public var accessory: AccessoryIdentifier? {
    switch self {
    case .idle, .waitingForBluetooth, .scanning: nil
    case .connecting(let accessory), .discovering(let accessory), .ready(let accessory),
      .backingOff(let accessory), .disconnecting(let accessory), .stopping(let accessory):
      accessory
    }
  }
}
