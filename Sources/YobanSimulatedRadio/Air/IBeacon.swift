import Foundation

/// The contents of an iBeacon advertisement, encoded in its manufacturer data. Pure.
///
/// Format: 4C 00 (Apple), 02 15 (iBeacon, 21 bytes), UUID, major, minor, measured power.
public struct IBeacon: Sendable, Hashable {
  public var uuid: UUID
  public var major: UInt16
  public var minor: UInt16
  /// The received power at one meter, in dBm.
  public var measuredPower: Int8

  public init(uuid: UUID, major: UInt16, minor: UInt16, measuredPower: Int8 = -59) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
    self.measuredPower = measuredPower
  }

  private static let prefix: [UInt8] = [0x4C, 0x00, 0x02, 0x15]

  /// Returns nil if the data does not have the 21 bytes of `payload`.
  public init?(payload: Data) { self.init(manufacturerData: Data(Self.prefix) + payload) }

  /// Returns nil if the data is not that of an iBeacon.
  public init?(manufacturerData data: Data?) {
    guard let data, data.count == 25 else { return nil }
    let bytes = [UInt8](data)
    guard bytes.starts(with: Self.prefix) else { return nil }
    uuid = UUID(bytes: Array(bytes[4..<20]))
    major = UInt16(bytes[20]) << 8 | UInt16(bytes[21])
    minor = UInt16(bytes[22]) << 8 | UInt16(bytes[23])
    measuredPower = Int8(bitPattern: bytes[24])
  }

  public var manufacturerData: Data { Data(Self.prefix) + payload }

  /// The 21 bytes of the manufacturer data that an app passes to `CBPeripheralManager` (BT29).
  public var payload: Data {
    withUnsafeBytes(of: uuid.uuid) { Data($0) }
      + Data([
        UInt8(major >> 8), UInt8(major & 0xff), UInt8(minor >> 8), UInt8(minor & 0xff),
        UInt8(bitPattern: measuredPower),
      ])
  }
}
