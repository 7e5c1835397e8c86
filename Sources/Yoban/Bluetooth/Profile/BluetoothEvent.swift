import Foundation

/// One fact about a session, posted when it is true.
public enum BluetoothEvent: Hashable, Sendable {
  /// Bluetooth can be used, or not.
  case bluetooth(BluetoothAvailability)
  /// The system gave back what an earlier process launch had (BT25, BT26).
  case restored(AccessoryIdentifier)
  /// Accessories are looked for.
  case scanning
  /// This one is taken; scanning has ended.
  case found(Advertisement)
  /// A connection was asked for; it waits until the accessory is near, however long (BT12).
  case connecting(AccessoryIdentifier)
  /// There is a link. Nothing of the accessory can be used yet.
  case connected(AccessoryIdentifier)
  /// Everything is discovered and subscribed: reads and writes work.
  case ready(AccessoryIdentifier)
  /// A connection attempt failed; the next begins after this time.
  case connectionFailed(BluetoothFailure, retryAfter: Duration)
  /// A link ended.
  case disconnected(DisconnectReason)
  /// The accessory has other services now; they are discovered again.
  case servicesChanged
  /// A value came: a notification, or the answer to a read.
  case value(ReceivedValue)
  /// Something of the accessory does not work; the session goes on.
  case problem(BluetoothProblem)
  /// Something that a user can do about it.
  case hint(BluetoothHint)
  /// The session was stopped. No event follows until it is started again.
  case stopped
}

/// Whether Bluetooth can be used, as `CBManagerState` has it (BT1).
public enum BluetoothAvailability: Int, Hashable, Sendable {
  case unknown, resetting, unsupported, unauthorized, poweredOff, poweredOn
}

/// Why a link ended (BT13).
public enum DisconnectReason: Hashable, Sendable {
  /// The app asked, with `stop()` or `forget()`.
  case requested
  /// Out of reach, switched off, or ended by the accessory.
  case linkLost(BluetoothFailure?)
  /// Bluetooth was switched off or reset (BT2).
  case bluetoothUnavailable
  /// Discovery failed; the session ended the link to begin again.
  case discoveryFailed(BluetoothFailure)
}

/// What does not work, although the session goes on.
public enum BluetoothProblem: Hashable, Sendable {
  /// This device has no Bluetooth Low Energy.
  case bluetoothUnsupported
  /// The pinned accessory was never met by this phone; it is scanned for.
  case accessoryUnknown(AccessoryIdentifier)
  /// The accessory lacks a service that the profile requires.
  case missingService(AttributeIdentifier)
  /// The accessory lacks a characteristic that the profile requires.
  case missingCharacteristic(AttributePath)
  /// The characteristic is to notify and cannot.
  case cannotNotify(AttributePath)
  /// The accessory refused a subscription.
  case subscriptionFailed(AttributePath, BluetoothFailure)
  /// A value came that means nothing.
  case malformedValue(AttributePath, CharacteristicValueError)
  /// Which accessory was taken could not be stored or read.
  case memoryFailed(code: Int)
}

/// What a user can do.
public enum BluetoothHint: Hashable, Sendable {
  case turnOnBluetooth
  /// In Settings.
  case allowBluetooth
  /// Nothing was found, or the accessory did not answer, for the connect timeout.
  case bringCloser
  /// The first attempt after a long absence failed; wake the accessory, the next has begun (E2).
  case tryAgainAfterLongAbsence
  /// The accessory forgot this phone: forget it in Settings, too, then pair again.
  case forgetInSettings
}

/// A value that came from the accessory.
public struct ReceivedValue: Sendable {
  public let path: AttributePath
  public let bytes: Data
  /// When it came, in seconds since boot without sleep, as `CMLogItem.timestamp` counts.
  public let uptime: TimeInterval
  /// As the type of its characteristic.
  let decoded: any CharacteristicValue

  /// The value, if it is of this characteristic; else nil.
  public subscript<Value>(_ characteristic: Characteristic<Value>) -> Value? {
    path == characteristic.path ? decoded as? Value : nil
  }
}

extension ReceivedValue: Hashable {
  /// Equal bytes from one place at one time.
  public static func == (left: Self, right: Self) -> Bool {
    left.path == right.path && left.bytes == right.bytes && left.uptime == right.uptime
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(bytes)
    hasher.combine(uptime)
  }
}
