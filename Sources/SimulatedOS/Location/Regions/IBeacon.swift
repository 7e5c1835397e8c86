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

  var identity: BeaconConstraint { BeaconConstraint(uuid: uuid, major: major, minor: minor) }
}

extension AdvertisementData {
  /// Whether the advertisement is an iBeacon and nothing else. iOS does not report it to scans.
  var isOnlyBeacon: Bool {
    IBeacon(manufacturerData: manufacturerData) != nil && !isConnectable && localName == nil
      && services.isEmpty && serviceData.isEmpty
  }
}

extension BeaconConstraint {
  func matches(_ beacon: IBeacon) -> Bool {
    uuid == beacon.uuid && (major.map { $0 == beacon.major } ?? true)
      && (minor.map { $0 == beacon.minor } ?? true)
  }

  /// A description with the UUID and the numbers that are set, such as `…0825/1/2`.
  var words: String {
    ([uuid.uuidString] + [major, minor].compactMap { $0.map(String.init) }).joined(separator: "/")
  }
}

extension World {
  /// Adds an iBeacon that is switched off and not connectable.
  ///
  /// Its transmit power is chosen so that a phone at one meter without obstacles measures
  /// `measuredPower`.
  ///
  /// - Parameters:
  ///   - measuredPower: dBm at one meter in an open field. Default: -59.
  ///   - interval: time between two advertisements. Default: 100 ms, as Apple requires.
  /// - Throws: `WorldError.nameIsTaken`.
  public func addBeacon(
    _ name: String, uuid: UUID, major: UInt16, minor: UInt16, measuredPower: Int8? = nil,
    interval: Duration? = nil
  ) throws(WorldError) -> Accessory {
    let defaults = AccessoryDefaults.standard
    let measuredPower = measuredPower ?? Int8(defaults.beaconPower)
    let beacon = IBeacon(uuid: uuid, major: major, minor: minor, measuredPower: measuredPower)
    var advertising = Advertising(interval: interval ?? defaults.beaconInterval)
    advertising.data.manufacturerData = beacon.manufacturerData
    advertising.data.isConnectable = false
    let accessory = try addAccessory(name, advertising: advertising)
    accessory.transmitPower = Double(measuredPower) + radio.model.lossAtOneMeter
    return accessory
  }
}
