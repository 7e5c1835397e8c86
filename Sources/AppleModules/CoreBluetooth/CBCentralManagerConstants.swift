import Foundation
internal import SimulatedOS

// MARK: Of a manager

/// An `NSNumber`, read as `Bool`: whether the system warns if Bluetooth is off.
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// A `String` that stays the same from launch to launch: the manager's name for restoration (BT24).
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// Has no effect here.
public let CBCentralManagerOptionDeviceAccessForMedia = "kCBInitOptionDeviceAccessForMedia"

// MARK: Of a scan

/// An `NSNumber`, read as `Bool`: every advertisement is reported, in foreground (BT5).
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// A `[CBUUID]`: peripherals that look for one of these services are reported too.
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey =
  "kCBScanOptionSolicitedServiceUUIDs"

// MARK: Of a connection

/// An `NSNumber`, read as `Bool`: an alert if the app is suspended (BT8).
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
/// As for connections.
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey =
  "kCBConnectOptionNotifyOnDisconnection"
/// As for connections.
public let CBConnectPeripheralOptionNotifyOnNotificationKey = "kCBConnectOptionNotifyOnNotification"
/// An `NSNumber` in seconds: time before the first attempt (BT12).
public let CBConnectPeripheralOptionStartDelayKey = "kCBConnectOptionStartDelay"
/// Has no effect here: there is no classic Bluetooth.
public let CBConnectPeripheralOptionEnableTransportBridgingKey =
  "kCBConnectOptionEnableTransportBridging"
/// An `NSNumber`, read as `Bool`: the peripheral wants the phone's notifications.
public let CBConnectPeripheralOptionRequiresANCS = "kCBConnectOptionRequiresANCS"
/// An `NSNumber`, read as `Bool`: a lost connection is made again, from iOS 17 on (BT13).
public let CBConnectPeripheralOptionEnableAutoReconnect = "kCBConnectOptionEnableAutoReconnect"

// MARK: Of restoration (BT26)

/// A `[CBPeripheral]`: those that were connected or pending.
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
/// A `[CBUUID]`: what the scan asked for.
public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
/// A `[String: Any]`: the scan's options.
public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"

// MARK: Of connection events

/// What happened to a peer, by whichever app.
@nonexhaustive public enum CBConnectionEvent: Int, Sendable {
  case peerDisconnected = 0
  case peerConnected
}

/// What `registerForConnectionEvents` can look for.
public struct CBConnectionEventMatchingOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A `[CBUUID]`.
  public static let serviceUUIDs = Self(rawValue: "kCBConnectionEventMatchingOptionServiceUUIDs")
  /// A `[UUID]`.
  public static let peripheralUUIDs = Self(
    rawValue: "kCBConnectionEventMatchingOptionPeripheralUUIDs")
}

// MARK: Reading and writing options

/// An option that is on or off, given as `Bool` or as a number.
func isOn(_ key: String, in options: [String: Any]?) -> Bool {
  switch options?[key] {
  case nil: false
  case let value as Bool: value
  case let value as NSNumber: value.boolValue
  default: false
  }
}

extension ScanRequest {
  init(_ services: [CBUUID]?, _ options: [String: Any]?) {
    let solicited = options?[CBCentralManagerScanOptionSolicitedServiceUUIDsKey] as? [CBUUID]
    self.init(
      services: services?.values,
      allowsDuplicates: isOn(CBCentralManagerScanOptionAllowDuplicatesKey, in: options),
      solicited: solicited?.values ?? [])
  }

  /// The options as `willRestoreState` gets them.
  var options: [String: Any] {
    var options: [String: Any] = [
      CBCentralManagerScanOptionAllowDuplicatesKey: NSNumber(value: allowsDuplicates)
    ]
    if !solicited.isEmpty {
      options[CBCentralManagerScanOptionSolicitedServiceUUIDsKey] = solicited.objects
    }
    return options
  }
}

extension ConnectOptions {
  init(_ options: [String: Any]?) {
    self.init()
    guard let options else { return }
    notifiesOnConnection = isOn(CBConnectPeripheralOptionNotifyOnConnectionKey, in: options)
    notifiesOnDisconnection = isOn(CBConnectPeripheralOptionNotifyOnDisconnectionKey, in: options)
    notifiesOnNotification = isOn(CBConnectPeripheralOptionNotifyOnNotificationKey, in: options)
    requiresANCS = isOn(CBConnectPeripheralOptionRequiresANCS, in: options)
    reconnectsAutomatically = isOn(CBConnectPeripheralOptionEnableAutoReconnect, in: options)
    if let delay = options[CBConnectPeripheralOptionStartDelayKey] as? NSNumber {
      startDelay = .seconds(delay.doubleValue)
    }
  }
}
