import Foundation
internal import YobanSimulatedApple

// MARK: Options of a manager

/// An `NSNumber`, read as `Bool`: whether the system warns if Bluetooth is off.
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// A `String` that stays the same from launch to launch: the manager's restore identifier (BT24).
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// Has no effect here.
public let CBCentralManagerOptionDeviceAccessForMedia = "kCBInitOptionDeviceAccessForMedia"

// MARK: Options of a scan

/// An `NSNumber`, read as `Bool`: whether a foreground scan reports every advertisement (BT5).
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// A `[CBUUID]`: the scan also reports peripherals that solicit one of these services.
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey =
  "kCBScanOptionSolicitedServiceUUIDs"

// MARK: Options of a connection

/// An `NSNumber`, read as `Bool`: whether the system shows an alert when the connection succeeds
/// while the app is suspended (BT8).
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
/// As `CBConnectPeripheralOptionNotifyOnConnectionKey`, when the connection ends.
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey =
  "kCBConnectOptionNotifyOnDisconnection"
/// As `CBConnectPeripheralOptionNotifyOnConnectionKey`, when a notification arrives.
public let CBConnectPeripheralOptionNotifyOnNotificationKey = "kCBConnectOptionNotifyOnNotification"
/// An `NSNumber`: the delay before the first attempt, in seconds (BT12).
public let CBConnectPeripheralOptionStartDelayKey = "kCBConnectOptionStartDelay"
/// Has no effect here: classic Bluetooth is not simulated.
public let CBConnectPeripheralOptionEnableTransportBridgingKey =
  "kCBConnectOptionEnableTransportBridging"
/// An `NSNumber`, read as `Bool`: whether the peripheral requires access to the phone's
/// notifications.
public let CBConnectPeripheralOptionRequiresANCS = "kCBConnectOptionRequiresANCS"
/// An `NSNumber`, read as `Bool`: whether the system reconnects after a lost connection, from
/// iOS 17 on (BT13).
public let CBConnectPeripheralOptionEnableAutoReconnect = "kCBConnectOptionEnableAutoReconnect"

// MARK: Keys of the restored state (BT26)

/// A `[CBPeripheral]`: the peripherals that were connected or had a pending connection.
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
/// A `[CBUUID]`: the services that the scan searched for.
public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
/// A `[String: Any]`: the scan's options.
public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"

// MARK: Connection events

/// A change of the connection to a peer, made by any app.
@nonexhaustive public enum CBConnectionEvent: Int, Sendable {
  case peerDisconnected = 0
  case peerConnected
}

/// A criterion for `registerForConnectionEvents`.
public struct CBConnectionEventMatchingOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A `[CBUUID]`: matches peers that offer one of these services.
  public static let serviceUUIDs = Self(rawValue: "kCBConnectionEventMatchingOptionServiceUUIDs")
  /// A `[UUID]`: matches peers by their identifiers.
  public static let peripheralUUIDs = Self(
    rawValue: "kCBConnectionEventMatchingOptionPeripheralUUIDs")
}

// MARK: Reading and writing options

/// Whether an option is on, given as `Bool` or as a number.
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

  /// The options as `willRestoreState` receives them.
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
    if reconnectsAutomatically { SystemAPI.automaticReconnection.reportIfTooNew() }
    if let delay = options[CBConnectPeripheralOptionStartDelayKey] as? NSNumber {
      startDelay = .seconds(delay.doubleValue)
    }
  }
}
