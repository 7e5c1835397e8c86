import Foundation

/// A globally unique identifier of one accessory (characteristic 2A23).
public struct SystemID: Hashable, Sendable {
  /// 40 bits, chosen by the manufacturer.
  public var manufacturerIdentifier: UInt64
  /// 24 bits, assigned to the manufacturer by the IEEE.
  public var organizationallyUniqueIdentifier: UInt32

  public init(manufacturerIdentifier: UInt64, organizationallyUniqueIdentifier: UInt32) {
    self.manufacturerIdentifier = manufacturerIdentifier
    self.organizationallyUniqueIdentifier = organizationallyUniqueIdentifier
  }
}

/// The value has eight bytes, lowest byte first.
extension SystemID: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    var reader = ByteReader(bytes)
    manufacturerIdentifier = try reader.number(5)
    organizationallyUniqueIdentifier = UInt32(try reader.number(3))
    try reader.finish()
  }

  public func characteristicBytes() throws(CharacteristicValueError) -> Data {
    let manufacturer = try CharacteristicField.check(
      manufacturerIdentifier, "manufacturer identifier", in: 0...0xFF_FFFF_FFFF)
    let organization = try CharacteristicField.check(
      organizationallyUniqueIdentifier, "OUI", in: 0...0xFF_FFFF)
    var bytes = Data()
    bytes.appendNumber(manufacturer, byteCount: 5)
    bytes.appendNumber(UInt64(organization), byteCount: 3)
    return bytes
  }
}

/// The vendor, product and version of an accessory (2A50).
public struct PnPID: Hashable, Sendable {
  /// The organization that assigned the vendor's number.
  public enum VendorSource: UInt8, Hashable, Sendable {
    case bluetoothSIG = 1
    case usbImplementersForum = 2
  }

  public var vendorSource: VendorSource
  public var vendor: UInt16
  public var product: UInt16
  /// The version: 0xJJMN for version JJ.M.N.
  public var version: UInt16

  public init(vendorSource: VendorSource, vendor: UInt16, product: UInt16, version: UInt16) {
    self.vendorSource = vendorSource
    self.vendor = vendor
    self.product = product
    self.version = version
  }
}

/// Encoded in seven bytes; vendor sources other than 1 and 2 are reserved.
extension PnPID: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    var reader = ByteReader(bytes)
    let source = try reader.uint8()
    guard let vendorSource = VendorSource(rawValue: source) else {
      throw .reserved(field: "vendor ID source", value: Int64(source))
    }
    self.vendorSource = vendorSource
    vendor = try reader.uint16()
    product = try reader.uint16()
    version = try reader.uint16()
    try reader.finish()
  }

  public func characteristicBytes() -> Data {
    var bytes = Data([vendorSource.rawValue])
    for number in [vendor, product, version] { bytes.appendNumber(UInt64(number), byteCount: 2) }
    return bytes
  }
}

extension Characteristic where Value == String {
  public static var manufacturerName: Self { information("2A29") }
  public static var modelNumber: Self { information("2A24") }
  public static var serialNumber: Self { information("2A25") }
  public static var hardwareRevision: Self { information("2A27") }
  public static var firmwareRevision: Self { information("2A26") }
  public static var softwareRevision: Self { information("2A28") }

  private static func information(_ identifier: AttributeIdentifier) -> Self {
    Self(String.self, identifier, in: "180A", [.isOptional])
  }
}

extension Characteristic where Value == SystemID {
  public static var systemID: Self { Self(SystemID.self, "2A23", in: "180A", [.isOptional]) }
}

extension Characteristic where Value == PnPID {
  public static var pnpID: Self { Self(PnPID.self, "2A50", in: "180A", [.isOptional]) }
}

extension Characteristic where Value == Data {
  /// A list in the format of IEEE 11073-20601, as bytes (2A2A).
  public static var regulatoryCertificationData: Self {
    Self(Data.self, "2A2A", in: "180A", [.isOptional])
  }
}

extension ServiceProfile {
  /// Device Information Service (180A); all of its characteristics are optional.
  public static var deviceInformation: ServiceProfile {
    ServiceProfile(
      Characteristic.manufacturerName, Characteristic.modelNumber, Characteristic.serialNumber,
      Characteristic.hardwareRevision, Characteristic.firmwareRevision,
      Characteristic.softwareRevision, Characteristic.systemID, Characteristic.pnpID,
      Characteristic.regulatoryCertificationData)
  }
}
