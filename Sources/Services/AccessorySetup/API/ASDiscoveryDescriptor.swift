public import CoreBluetooth
internal import YobanSimulatedApple

/// The identifier of a company in Bluetooth's list of assigned numbers.
public struct ASBluetoothCompanyIdentifier: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public init(_ rawValue: UInt16) { self.rawValue = rawValue }
}

/// The advertisement of an accessory that the picker shows (AS2).
///
/// It needs a service or a company, and Info.plist must list its service, its company and its name (AS3). Sendable:
/// set the properties before the object is given to an item.
open class ASDiscoveryDescriptor: NSObject, @unchecked Sendable {
  @nonexhaustive public enum Range: Int, Sendable {
    case `default` = 0
    /// Right next to the device.
    case immediate = 10
  }

  open var supportedOptions: ASAccessory.SupportOptions = []
  /// 0 means none.
  open var bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0)
  /// The bytes of the manufacturer data, which count where the mask has ones. Both have the same length.
  open var bluetoothManufacturerDataBlob: Data?
  open var bluetoothManufacturerDataMask: Data?
  open var bluetoothNameSubstring: String?
  /// iOS 18.2.
  open var bluetoothNameSubstringCompareOptions: NSString.CompareOptions = [] {
    didSet { SystemAPI.nameCompareOptions.reportIfTooNew() }
  }
  open var bluetoothRange = Range.default
  open var bluetoothServiceDataBlob: Data?
  open var bluetoothServiceDataMask: Data?
  open var bluetoothServiceUUID: CBUUID?
  /// Finds nothing: there is no Wi-Fi accessory. A descriptor with both `ssid` and `ssidPrefix` ends the app (AS3).
  open var ssid: String?
  open var ssidPrefix: String?

  public override init() { super.init() }

  convenience init(_ plain: AccessoryDescriptor) {
    self.init()
    supportedOptions = ASAccessory.SupportOptions(rawValue: plain.supportedOptions)
    bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(plain.company ?? 0)
    bluetoothManufacturerDataBlob = plain.manufacturerData?.blob
    bluetoothManufacturerDataMask = plain.manufacturerData?.mask
    bluetoothServiceDataBlob = plain.serviceData?.blob
    bluetoothServiceDataMask = plain.serviceData?.mask
    bluetoothNameSubstring = plain.nameSubstring
    if plain.nameOptions != 0 {
      bluetoothNameSubstringCompareOptions = NSString.CompareOptions(rawValue: plain.nameOptions)
    }
    bluetoothRange = plain.isImmediate ? .immediate : .default
    bluetoothServiceUUID = plain.service.map { CBUUID(data: $0.data) }
    (ssid, ssidPrefix) = (plain.ssid, plain.ssidPrefix)
  }

  var plain: AccessoryDescriptor {
    var plain = AccessoryDescriptor()
    plain.supportedOptions = supportedOptions.rawValue
    let company = bluetoothCompanyIdentifier.rawValue
    plain.company = company == 0 ? nil : company
    plain.manufacturerData = Self.pattern(
      bluetoothManufacturerDataBlob, bluetoothManufacturerDataMask)
    plain.serviceData = Self.pattern(bluetoothServiceDataBlob, bluetoothServiceDataMask)
    plain.nameSubstring = bluetoothNameSubstring
    plain.nameOptions = bluetoothNameSubstringCompareOptions.rawValue
    plain.isImmediate = bluetoothRange == .immediate
    plain.service = bluetoothServiceUUID.flatMap { BluetoothUUID(data: $0.data) }
    (plain.ssid, plain.ssidPrefix) = (ssid, ssidPrefix)
    return plain
  }

  private static func pattern(_ blob: Data?, _ mask: Data?) -> AccessoryDescriptor.Pattern? {
    guard let blob, let mask else { return nil }
    return AccessoryDescriptor.Pattern(blob: blob, mask: mask)
  }
}
