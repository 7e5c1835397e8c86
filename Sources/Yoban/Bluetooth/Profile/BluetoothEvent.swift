import Foundation

/// An event of a Bluetooth session, posted when it happens.
public enum BluetoothEvent: Hashable, Sendable {
  /// Bluetooth became available or unavailable.
  case bluetooth(BluetoothAvailability)
  /// The system restored an accessory of an earlier launch (BT25, BT26).
  case restored(AccessoryIdentifier)
  /// The session started to scan for accessories.
  case scanning
  /// This accessory was found and selected; scanning has ended.
  case found(Advertisement)
  /// A connection was requested. The request waits without limit until the accessory is near
  /// (BT12).
  case connecting(AccessoryIdentifier)
  /// The accessory is connected, but its services cannot be used yet.
  case connected(AccessoryIdentifier)
  /// Discovery and subscriptions are finished, so reads and writes can begin. What failed was
  /// reported as a `problem` before.
  case ready(AccessoryIdentifier)
  /// A connection attempt failed; the next begins after this time.
  case connectionFailed(BluetoothFailure, retryAfter: Duration)
  /// A connection ended.
  case disconnected(DisconnectReason)
  /// The services of the accessory changed; they are being discovered again.
  case servicesChanged
  /// A value was received: a notification, or the response to a read.
  case value(ReceivedValue)
  /// A part of the accessory does not work; the session continues.
  case problem(BluetoothProblem)
  /// An action that the user can take.
  case hint(BluetoothHint)
  /// The session was stopped. No event follows until it is started again.
  case stopped
}

/// The availability of Bluetooth, with the cases of `CBManagerState` (BT1).
public enum BluetoothAvailability: Int, Hashable, Sendable {
  case unknown, resetting, unsupported, unauthorized, poweredOff, poweredOn
}

/// The reason why a connection ended (BT13).
public enum DisconnectReason: Hashable, Sendable {
  /// The app requested it, with `stop()` or `forget()`.
  case requested
  /// The accessory is out of range, was switched off, or ended the connection.
  case linkLost(BluetoothFailure?)
  /// Bluetooth was switched off or reset (BT2).
  case bluetoothUnavailable
  /// Discovery failed; the session ended the connection in order to start over.
  case discoveryFailed(BluetoothFailure)
}

/// A problem that does not end the session.
public enum BluetoothProblem: Hashable, Sendable {
  /// This device has no Bluetooth Low Energy.
  case bluetoothUnsupported
  /// The configured accessory is not known to this phone; the session scans for it.
  case accessoryUnknown(AccessoryIdentifier)
  /// The accessory lacks a service that the profile requires.
  case missingService(AttributeIdentifier)
  /// The accessory lacks a characteristic that the profile requires.
  case missingCharacteristic(AttributePath)
  /// The profile requires notifications of this characteristic, but it cannot notify.
  case cannotNotify(AttributePath)
  /// The accessory refused a subscription.
  case subscriptionFailed(AttributePath, BluetoothFailure)
  /// A received value could not be decoded.
  case malformedValue(AttributePath, CharacteristicValueError)
  /// The identity of the selected accessory could not be stored or read.
  case memoryFailed(code: Int)
}

/// An action that the user can take.
public enum BluetoothHint: Hashable, Sendable {
  case turnOnBluetooth
  /// Allow the app to use Bluetooth, in Settings.
  case allowBluetooth
  /// No accessory was found, or it did not answer, within the connect timeout.
  case bringCloser
  /// The first attempt after a long absence failed. Wake the accessory; the next attempt has begun
  /// (E2).
  case tryAgainAfterLongAbsence
  /// The accessory forgot this phone. Forget the accessory in Settings, too, then pair again.
  case forgetInSettings
}

/// A value that was received from the accessory.
public struct ReceivedValue: Sendable {
  public let path: AttributePath
  public let bytes: Data
  /// The time of receipt, in seconds since boot without sleep, as in `CMLogItem.timestamp`.
  public let uptime: TimeInterval
  /// The value as the type of its characteristic.
  let decoded: any CharacteristicValue

  /// The value, if it belongs to this characteristic; otherwise nil.
  public subscript<Value>(_ characteristic: Characteristic<Value>) -> Value? {
    path == characteristic.path ? decoded as? Value : nil
  }
}

extension ReceivedValue: Hashable {
  /// Returns whether both have the same characteristic, bytes and time.
  public static func == (left: Self, right: Self) -> Bool {
    left.path == right.path && left.bytes == right.bytes && left.uptime == right.uptime
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(bytes)
    hasher.combine(uptime)
  }
}
