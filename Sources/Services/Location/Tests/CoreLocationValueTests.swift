import CoreLocation
import Foundation
import Testing

/// Tests the values of Core Location: numbers, equality, archives.
@Suite struct CoreLocationValueTests {
  private static let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
  private static let shibuya = CLLocationCoordinate2D(latitude: 35.6580, longitude: 139.7016)
  private static let tower = CLLocationCoordinate2D(latitude: 35.6586, longitude: 139.7454)

  static let rawValues: [(Int, Int)] = [
    (CLProximity.unknown.rawValue, 0), (CLProximity.immediate.rawValue, 1),
    (CLProximity.near.rawValue, 2), (CLProximity.far.rawValue, 3),
    (CLRegionState.unknown.rawValue, 0), (CLRegionState.inside.rawValue, 1),
    (CLRegionState.outside.rawValue, 2),
    (Int(CLMonitor.Event.State.unknown.rawValue), 0),
    (Int(CLMonitor.Event.State.satisfied.rawValue), 1),
    (Int(CLMonitor.Event.State.unsatisfied.rawValue), 2),
    (Int(CLMonitor.Event.State.unmonitored.rawValue), 3),
    (Int(CLDeviceOrientation.portrait.rawValue), 1),
    (Int(CLDeviceOrientation.landscapeLeft.rawValue), 3),
    (Int(CLDeviceOrientation.faceDown.rawValue), 6),
    (CLError.Code.regionMonitoringFailure.rawValue, 5), (CLError.Code.rangingFailure.rawValue, 17),
    (CLError.Code.promptDeclined.rawValue, 18),
    (CLLocationPushServiceError.Code.missingPushExtension.rawValue, 1),
    (CLLocationPushServiceError.Code.missingEntitlement.rawValue, 3),
    (CLLocationPushServiceError.Code.unsupportedPlatform.rawValue, 4),
  ]

  @Test(arguments: rawValues.indices)
  func `constants have the numbers of Apple's headers (BC1, BC3)`(_ row: Int) {
    #expect(Self.rawValues[row].0 == Self.rawValues[row].1)
  }

  // MARK: Regions

  private static func circle(_ identifier: String, radius: Double = 200) -> CLRegion {
    CLCircularRegion(center: tower, radius: radius, identifier: identifier)
  }
  private static func beacons(_ identifier: String, major: UInt16 = 1) -> CLRegion {
    CLBeaconRegion(uuid: uuid, major: major, identifier: identifier)
  }

  nonisolated(unsafe) static let pairs: [(CLRegion, CLRegion, areEqual: Bool)] = [
    (circle("a"), circle("a", radius: 500), true),
    (circle("a"), circle("b"), false),
    (beacons("a"), beacons("a", major: 2), true),
    (beacons("a"), beacons("b"), false),
    (circle("a"), beacons("a"), false),
  ]

  @Test(arguments: pairs.indices)
  func `regions are equal if their type and identifier are equal (BC2)`(_ row: Int) {
    let (left, right, areEqual) = Self.pairs[row]
    #expect((left == right) == areEqual)
    #expect((right == left) == areEqual)
    #expect(Set([left, right]).count == (areEqual ? 1 : 2))
    #expect(!left.isEqual("a"))
  }

  @Test func `constraints are equal if they describe the same beacons`() {
    let constraints = [
      CLBeaconIdentityConstraint(uuid: Self.uuid),
      CLBeaconIdentityConstraint(uuid: Self.uuid, major: 1),
      CLBeaconIdentityConstraint(uuid: Self.uuid, major: 1, minor: 2),
      CLBeaconIdentityConstraint(uuid: UUID()),
    ]
    #expect(Set(constraints).count == 4)
    #expect(constraints[2] == CLBeaconIdentityConstraint(UUID: Self.uuid, major: 1, minor: 2))
    #expect(constraints[1].minor == nil && constraints[1].major == 1)
  }

  @Test func `a beacon region keeps the values of its initializer (BC14)`() {
    let all = CLBeaconRegion(uuid: Self.uuid, identifier: "all")
    #expect(all.uuid == Self.uuid && all.major == nil && all.minor == nil)
    #expect(all.notifyOnEntry && all.notifyOnExit && !all.notifyEntryStateOnDisplay)
    let one = CLBeaconRegion(uuid: Self.uuid, major: 7, minor: 9, identifier: "one")
    #expect(one.major == 7 && one.minor == 9)
    #expect(one.beaconIdentityConstraint == .init(uuid: Self.uuid, major: 7, minor: 9))
  }

  @Test func `a circle contains the coordinates within its radius`() {
    let circle = CLCircularRegion(center: Self.tower, radius: 4000, identifier: "tower")
    // The distance is about 3.96 km to the west.
    #expect(circle.contains(Self.shibuya) && circle.contains(Self.tower))
    #expect(
      !CLCircularRegion(center: Self.tower, radius: 3900, identifier: "").contains(Self.shibuya))
  }

  @Test func `a copy of a region is a separate object that can be changed`() throws {
    let region = CLBeaconRegion(uuid: Self.uuid, major: 7, identifier: "door")
    region.notifyOnExit = false
    region.notifyEntryStateOnDisplay = true
    let copy = try #require(region.copy() as? CLBeaconRegion)
    #expect(copy !== region && copy == region && copy.major == 7)
    #expect(!copy.notifyOnExit && copy.notifyOnEntry && copy.notifyEntryStateOnDisplay)
    copy.notifyOnEntry = false
    #expect(region.notifyOnEntry)
    let circle = try #require(Self.circle("x", radius: 321).copy() as? CLCircularRegion)
    #expect(circle.radius == 321 && circle.center.latitude == Self.tower.latitude)
  }

  /// The layout of an iBeacon's advertisement, after the company identifier and the type.
  @Test func `the peripheral data of a beacon region has 21 bytes (BT29)`() throws {
    let region = CLBeaconRegion(uuid: Self.uuid, major: 0x0102, minor: 0xFFFE, identifier: "door")
    let entries = region.peripheralData(withMeasuredPower: -61)
    #expect(entries.count == 1)
    let data = try #require((entries as? [String: Any])?.values.first as? Data)
    #expect(Array(data.prefix(16)) == withUnsafeBytes(of: Self.uuid.uuid) { Array($0) })
    #expect(Array(data.dropFirst(16)) == [0x01, 0x02, 0xFF, 0xFE, 0xC3])
  }

  // MARK: Archives

  @Test func `a location can be archived and read back`() throws {
    let location = CLLocation(
      coordinate: Self.tower, altitude: 250, horizontalAccuracy: 5, verticalAccuracy: 3,
      course: 90, courseAccuracy: 10, speed: 1.5, speedAccuracy: 0.5,
      timestamp: Date(timeIntervalSince1970: 1_700_000_000.25),
      sourceInfo: .init(softwareSimulationState: true, andExternalAccessoryState: false))
    let back = try archived(location)
    #expect(back.coordinate.latitude == 35.6586 && back.coordinate.longitude == 139.7454)
    #expect(back.altitude == 250 && back.horizontalAccuracy == 5 && back.verticalAccuracy == 3)
    #expect(back.course == 90 && back.courseAccuracy == 10)
    #expect(back.speed == 1.5 && back.speedAccuracy == 0.5)
    #expect(back.timestamp == location.timestamp)
    #expect(back.sourceInformation?.isSimulatedBySoftware == true)
    #expect(back.sourceInformation?.isProducedByAccessory == false && back.floor == nil)
  }

  @Test func `regions can be archived and read back`() throws {
    let region = CLBeaconRegion(uuid: Self.uuid, major: 7, identifier: "door")
    region.notifyOnEntry = false
    region.notifyEntryStateOnDisplay = true
    let back = try archived(region)
    #expect(back == region && back.beaconIdentityConstraint == region.beaconIdentityConstraint)
    #expect(!back.notifyOnEntry && back.notifyOnExit && back.notifyEntryStateOnDisplay)
    let circle = try archived(
      CLCircularRegion(center: Self.tower, radius: 321, identifier: "tower"))
    #expect(circle.radius == 321 && circle.center.longitude == 139.7454)
    #expect(circle.identifier == "tower")
  }

  @Test func `an incomplete archive gives nil`() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode("door" as NSString, forKey: "identifier")
    archiver.finishEncoding()
    let decoder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(CLCircularRegion(coder: decoder) == nil)
    #expect(CLBeaconIdentityConstraint(coder: decoder) == nil)
    #expect(CLLocation(coder: decoder) == nil && CLVisit(coder: decoder) == nil)
    #expect(CLBeacon(coder: decoder) == nil && CLHeading(coder: decoder) == nil)
  }

  @Test func `conditions can be encoded as JSON and decoded`() throws {
    let beacon = CLMonitor.BeaconIdentityCondition(uuid: Self.uuid, major: 3)
    let back = try JSONDecoder().decode(
      CLMonitor.BeaconIdentityCondition.self, from: JSONEncoder().encode(beacon))
    #expect(back.uuid == Self.uuid && back.major == 3 && back.minor == nil)
    let circle = try JSONDecoder().decode(
      CLMonitor.CircularGeographicCondition.self,
      from: JSONEncoder().encode(
        CLMonitor.CircularGeographicCondition(center: Self.tower, radius: 150)))
    #expect(circle.center.latitude == 35.6586 && circle.radius == 150)
  }

  // MARK: Errors and fakes

  @Test func `an error of location pushes can be matched by type and code`() {
    func fail() throws { throw CLLocationPushServiceError(.missingEntitlement) }
    do { try fail() } catch CLLocationPushServiceError.missingPushExtension {
      Issue.record("another code")
    } catch CLLocationPushServiceError.missingEntitlement {
    } catch { Issue.record(error) }
    let error = CLLocationPushServiceError(.unknown) as NSError
    #expect(error.domain == CLLocationPushServiceErrorDomain && error.code == 0)
  }

  @Test func `an error names the alternate region`() {
    let region = Self.circle("alternate")
    let error = CLError(
      .regionMonitoringResponseDelayed, userInfo: [kCLErrorUserInfoAlternateRegionKey: region])
    #expect(error.alternateRegion === region)
    #expect(CLError(.denied).alternateRegion == nil)
  }

  /// A fake visit, as tests of apps define it.
  private final class FakeVisit: CLVisit {
    override var arrivalDate: Date { Date(timeIntervalSince1970: 60) }
  }
  private final class FakeBeacon: CLBeacon {
    override var proximity: CLProximity { .near }
  }

  @Test func `a test of an app can create its own visits, beacons and locations`() {
    #expect(FakeVisit().arrivalDate.timeIntervalSince1970 == 60)
    #expect(FakeVisit().departureDate == .distantFuture)
    #expect(FakeBeacon().proximity == .near && FakeBeacon().rssi == 0)
    #expect(CLLocation().coordinate.latitude == 0 && CLHeading().headingAccuracy < 0)
  }
}
