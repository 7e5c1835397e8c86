import Foundation
internal import YobanSimulatedApple

/// The area around beacons that share a UUID and, optionally, a major and a minor number (BC3).
open class CLBeaconRegion: CLRegion {
  open private(set) var beaconIdentityConstraint: CLBeaconIdentityConstraint
  /// Whether the app receives the state, and is launched for it if needed, each time the display
  /// turns on inside the region (BC6). Default: false.
  open var notifyEntryStateOnDisplay = false

  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    self.beaconIdentityConstraint = beaconIdentityConstraint
    super.init(named: identifier)
  }

  public convenience init() {
    self.init(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), identifier: "")
  }

  public convenience init(uuid: UUID, identifier: String) {
    self.init(beaconIdentityConstraint: .init(uuid: uuid), identifier: identifier)
  }
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(beaconIdentityConstraint: .init(uuid: uuid, major: major), identifier: identifier)
  }
  public convenience init(
    uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    self.init(
      beaconIdentityConstraint: .init(uuid: uuid, major: major, minor: minor),
      identifier: identifier)
  }

  open var uuid: UUID { beaconIdentityConstraint.uuid }
  @available(*, deprecated, renamed: "uuid")
  open var proximityUUID: UUID { uuid }
  open var major: NSNumber? { beaconIdentityConstraint.major.map { NSNumber(value: $0) } }
  open var minor: NSNumber? { beaconIdentityConstraint.minor.map { NSNumber(value: $0) } }

  /// Returns data for `CBPeripheralManager.startAdvertising(_:)` that makes this phone such a
  /// beacon (BT29). A major or minor number that the region does not specify is 0 (assumed).
  ///
  /// - Parameter measuredPower: The power at 1 m in dBm; nil for the power of this phone.
  open func peripheralData(withMeasuredPower measuredPower: NSNumber?) -> NSMutableDictionary {
    let own = AppProcess.current?.app.appleDevice.powerAtOneMeter ?? -59
    let beacon = IBeacon(
      uuid: uuid, major: beaconIdentityConstraint.major ?? 0,
      minor: beaconIdentityConstraint.minor ?? 0,
      measuredPower: measuredPower?.int8Value ?? own)
    let entries = NSMutableDictionary()
    entries["kCBAdvDataAppleBeaconKey"] = beacon.payload
    return entries
  }

  override var kind: ObjectIdentifier { ObjectIdentifier(CLBeaconRegion.self) }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLBeaconRegion(
      beaconIdentityConstraint: beaconIdentityConstraint, identifier: identifier)
    copy.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
    return copyNotifying(copy)
  }

  // MARK: Archives

  public required init?(coder: NSCoder) {
    guard
      let constraint = coder.object(
        CLBeaconIdentityConstraint.self, "beaconIdentityConstraint")
    else { return nil }
    beaconIdentityConstraint = constraint
    notifyEntryStateOnDisplay = coder.decodeBool(forKey: "notifyEntryStateOnDisplay")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(beaconIdentityConstraint, forKey: "beaconIdentityConstraint")
    coder.encode(notifyEntryStateOnDisplay, forKey: "notifyEntryStateOnDisplay")
  }
}

/// The names of these members before iOS 13 (BC14).
extension CLBeaconRegion {
  @available(*, deprecated, renamed: "init(uuid:identifier:)")
  public convenience init(proximityUUID: UUID, identifier: String) {
    self.init(uuid: proximityUUID, identifier: identifier)
  }
  @available(*, deprecated, renamed: "init(uuid:major:identifier:)")
  public convenience init(proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(uuid: proximityUUID, major: major, identifier: identifier)
  }
  @available(*, deprecated, renamed: "init(uuid:major:minor:identifier:)")
  public convenience init(
    proximityUUID: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    self.init(uuid: proximityUUID, major: major, minor: minor, identifier: identifier)
  }
  public convenience init(UUID uuid: UUID, identifier: String) {
    self.init(uuid: uuid, identifier: identifier)
  }
  public convenience init(UUID uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(uuid: uuid, major: major, identifier: identifier)
  }
  public convenience init(
    UUID uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    self.init(uuid: uuid, major: major, minor: minor, identifier: identifier)
  }
}
