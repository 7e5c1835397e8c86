/// Where a session stands.
public enum BluetoothSessionState: Hashable, Sendable {
  /// Nothing is wanted.
  case idle
  /// An accessory is wanted, and Bluetooth is off, not allowed, or not known yet.
  case waitingForBluetooth
  /// No accessory is known; they are looked for.
  case scanning
  /// The system connects as soon as the accessory is near, also while the app is suspended.
  case connecting(AccessoryIdentifier)
  /// There is a link; services are discovered and values subscribed.
  case discovering(AccessoryIdentifier)
  /// The accessory can be used.
  case ready(AccessoryIdentifier)
  /// The system connects after a delay, because attempts failed.
  case backingOff(AccessoryIdentifier)
  /// The session ends the link to begin again.
  case disconnecting(AccessoryIdentifier)
  /// The app wants the session to end, and the link has not ended yet.
  case stopping(AccessoryIdentifier)

  /// The accessory that is taken, if any.
  public var accessory: AccessoryIdentifier? {
    switch self {
    case .idle, .waitingForBluetooth, .scanning: nil
    case .connecting(let accessory), .discovering(let accessory), .ready(let accessory),
      .backingOff(let accessory), .disconnecting(let accessory), .stopping(let accessory):
      accessory
    }
  }
}
