internal import YobanSimulatedApple

/// An accessory that the user has set up for the app. A value: it does not change; see
/// `ASAccessorySession.accessories`.
///
/// Sendable: all properties are constants.
open class ASAccessory: NSObject, @unchecked Sendable {
  @nonexhaustive public enum AccessoryState: Int, Sendable {
    case unauthorized = 0
    case awaitingAuthorization = 10
    case authorized = 20
  }

  public struct RenameOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Has no effect: there is no Wi-Fi accessory.
    public static let ssid = RenameOptions(rawValue: 1 << 0)
  }

  public struct SupportOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The setup pairs the accessory: the session receives `pickerSetupPairing`.
    public static let bluetoothPairingLE = SupportOptions(rawValue: 1 << 1)
    /// Has no effect: there is no classic Bluetooth.
    public static let bluetoothTransportBridging = SupportOptions(rawValue: 1 << 2)
    /// Has no effect (iOS 18.4).
    public static let bluetoothHID = SupportOptions(rawValue: 1 << 3)
  }

  let plain: SetUpAccessory

  init(_ plain: SetUpAccessory) { self.plain = plain }

  open var state: AccessoryState { AccessoryState(rawValue: plain.state.rawValue)! }
  /// The identifier for `CBCentralManager.retrievePeripherals(withIdentifiers:)`.
  open var bluetoothIdentifier: UUID? { plain.identifier }
  /// Always nil: there is no classic Bluetooth.
  open var bluetoothTransportBridgingIdentifier: Data? { nil }
  open var displayName: String { plain.name }
  /// The settings that the app gave `finishAuthorization`; nil otherwise.
  open var ssid: String? { plain.ssid }
  open var descriptor: ASDiscoveryDescriptor { ASDiscoveryDescriptor(plain.descriptor) }

  open override var description: String { "ASAccessory(\(displayName), state \(state.rawValue))" }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? ASAccessory)?.plain == plain
  }

  open override var hash: Int { plain.identifier.hashValue }
}

/// An accessory that the picker may show, if the app filters (iOS 26.1, AS10).
///
/// Sendable: all properties are constants.
open class ASDiscoveredAccessory: ASAccessory, @unchecked Sendable {
  /// The dictionary of an advertisement, with the keys of Core Bluetooth.
  public let bluetoothAdvertisementData: [AnyHashable: Any]?
  /// The strength of the signal at the discovery, in dBm.
  public let bluetoothRSSI: Int?

  init(_ plain: SetUpAccessory, _ data: [AnyHashable: Any]?, _ rssi: Int?) {
    bluetoothAdvertisementData = data
    bluetoothRSSI = rssi
    super.init(plain)
  }
}

/// The settings that finish the setup of an accessory.
///
/// Sendable: set the properties before the object is used by a session.
open class ASAccessorySettings: NSObject, @unchecked Sendable {
  /// A new object without values.
  open class var `default`: ASAccessorySettings { ASAccessorySettings() }

  open var ssid: String?
  /// Has no effect: there is no classic Bluetooth.
  open var bluetoothTransportBridgingIdentifier: Data?
}
