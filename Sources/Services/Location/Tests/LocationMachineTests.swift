import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanLocation
@testable import YobanSimulatedDevices

/// Small state machines without the simulator: ranging, changes, visits, the map, a beacon's bytes.
@Suite struct LocationMachineTests {
  private static let policy = LocationPolicy(iOS: 17)

  // MARK: Ranging

  private static func received(
    _ minor: UInt16, _ packets: [Int], power: Int8 = -59
  ) -> RangingMachine.Heard {
    .init(
      beacon: IBeacon(uuid: beaconUUID, major: 1, minor: minor, measuredPower: power),
      packets: packets)
  }

  @Test func `rssi is the average since the last report (BC8)`() {
    var machine = RangingMachine(policy: Self.policy)
    let report = machine.report([Self.received(1, [-60, -63, -62])], at: at(1))
    #expect(report.map(\.rssi) == [-62])  // -61.67
    #expect(machine.report([Self.received(1, [-70])], at: at(2)).map(\.rssi) == [-70])
  }

  /// From a distance in meters to the report: with the exponent 2.4, 24 dB are a factor of ten.
  @Test(arguments: [
    (-59, 1.0, BeaconProximity.near), (-83, 10, .far), (-35, 0.1, .immediate),
    (-51, 0.4642, .immediate), (-75, 4.6416, .far), (-71, 3.1623, .near),
  ])
  func `accuracy is computed from the measured power, and proximity from the accuracy (BC8)`(
    _ rssi: Int, _ accuracy: Double, _ proximity: BeaconProximity
  ) {
    var machine = RangingMachine(policy: Self.policy)
    let beacon = machine.report([Self.received(1, [rssi])], at: at(1))[0]
    #expect(abs(beacon.accuracy - accuracy) < 0.0001)
    #expect(beacon.proximity == proximity)
  }

  @Test
  func `the nearest beacon is first, unheard ones last, and soon not reported at all (BC8)`() {
    var machine = RangingMachine(policy: Self.policy)
    let report = machine.report(
      [
        Self.received(3, [-80]), Self.received(1, [-70]), Self.received(2, [-50]),
        Self.received(9, []),
      ],
      at: at(1))
    #expect(report.map(\.minor) == [2, 1, 3])
    let next = machine.report([Self.received(3, [-80])], at: at(2))
    #expect(next.map(\.minor) == [3, 1, 2])
    #expect(next.map(\.rssi) == [-80, 0, 0])
    #expect(next.map(\.accuracy).dropFirst() == [-1, -1])
    #expect(next.map(\.proximity).dropFirst() == [.unknown, .unknown])
    #expect(machine.report([], at: at(11)).map(\.minor) == [1, 2, 3])
    #expect(machine.report([], at: at(12)).map(\.minor) == [3])
    #expect(machine.report([], at: at(12.1)).isEmpty)
  }

  @Test func `two senders with the same numbers are reported as one beacon (BC8)`() {
    var machine = RangingMachine(policy: Self.policy)
    let report = machine.report([Self.received(1, [-60]), Self.received(1, [-70])], at: at(1))
    #expect(report.map(\.rssi) == [-65])
  }

  // MARK: Significant changes

  @Test func `a significant change needs 500 m, and at most one is reported in 5 min (LOC7)`() {
    var machine = SignificantChangeMachine(policy: Self.policy)
    var reports: [Double] = []
    func move(_ meters: Double, _ seconds: Double) {
      if machine.moved(to: Place(x: meters), at: at(seconds)) { reports.append(seconds) }
    }
    func look(_ seconds: Double) {
      if machine.deadlineReached(at: at(seconds)) { reports.append(seconds) }
    }
    move(9_000, 0)  // No app requests changes.
    machine.begin(.origin, at: at(0))
    move(499, 400)
    #expect(reports == [])
    move(500, 401)
    #expect(reports == [401])
    move(1_100, 500)
    #expect(machine.nextDeadline == at(701))
    look(700)
    #expect(reports == [401])
    look(701)
    #expect(reports == [401, 701])
    move(1_700, 702)
    move(1_200, 703)  // The device moves back.
    #expect(machine.nextDeadline == nil)
    #expect(reports == [401, 701])
  }

  // MARK: Visits

  @Test func `a visit begins after a stay and ends after an absence (LOC7)`() {
    var machine = VisitMachine(policy: Self.policy)
    #expect(machine.nextDeadline == nil)
    machine.begin(.origin, at: at(0))
    machine.moved(to: Place(x: 1_000), at: at(100))
    #expect(machine.nextDeadline == at(400))
    machine.moved(to: Place(x: 1_150), at: at(200))  // Still the same place.
    #expect(
      machine.deadlineReached(at: at(400)) == [
        .init(place: Place(x: 1_000), arrival: at(100), departure: nil)
      ])
    machine.moved(to: Place(x: 1_200), at: at(1_000))
    #expect(machine.nextDeadline == at(1_180))
    machine.moved(to: Place(x: 1_050), at: at(1_100))  // The device is back.
    #expect(machine.nextDeadline == nil)
    machine.moved(to: Place(x: 3_000), at: at(2_000))
    machine.moved(to: Place(x: 5_000), at: at(2_100))
    #expect(
      machine.deadlineReached(at: at(2_180)) == [
        .init(place: Place(x: 1_000), arrival: at(100), departure: at(2_000))
      ])
    #expect(machine.state == .passing(Place(x: 5_000), since: at(2_100)))
  }

  // MARK: The map

  @Test func `places and coordinates are converted in both directions`() {
    let map = Geography(origin: World.origin)
    #expect(map.coordinate(of: .origin) == World.origin)
    // A degree of latitude is 111.195 km on this sphere.
    let north = map.coordinate(of: Place(x: 0, y: 111_194.93))
    #expect(abs(north.latitude - World.origin.latitude - 1) < 1e-6)
    #expect(north.longitude == World.origin.longitude)
    // A degree of longitude is shorter by the cosine of the latitude: 0.8125 at the origin.
    let east = map.coordinate(of: Place(x: 111_194.93 * cos(World.origin.latitude * .pi / 180)))
    #expect(abs(east.longitude - World.origin.longitude - 1) < 1e-6)
    for place in [Place(x: 12.5, y: -7), Place(x: -4_000, y: 25_000)] {
      let back = map.place(of: map.coordinate(of: place))
      #expect(abs(back.x - place.x) < 1e-6 && abs(back.y - place.y) < 1e-6)
    }
  }

  @Test(arguments: [(0.0, 1.0, 0.0), (1, 0, 90), (0, -1, 180), (-1, 0, 270), (1, 1, 45)])
  func `a course is measured clockwise from north`(_ x: Double, _ y: Double, _ course: Double) {
    #expect(abs(Geography.course(from: .origin, to: Place(x: x, y: y)) - course) < 1e-9)
  }

  // MARK: The bytes of a beacon

  @Test func `an iBeacon is Apple's manufacturer data of 25 bytes`() throws {
    let beacon = IBeacon(uuid: beaconUUID, major: 0x0102, minor: 0xFFFE, measuredPower: -59)
    let bytes: [UInt8] = [
      0x4C, 0x00, 0x02, 0x15, 0xE2, 0xC5, 0x6D, 0xB5, 0xDF, 0xFB, 0x48, 0xD2, 0xB0, 0x60, 0xD0,
      0xF5, 0xA7, 0x10, 0x96, 0xE0, 0x01, 0x02, 0xFF, 0xFE, 0xC5,
    ]
    #expect(beacon.manufacturerData == Data(bytes))
    #expect(IBeacon(manufacturerData: Data(bytes)) == beacon)
    #expect(IBeacon(manufacturerData: Data(bytes.dropLast())) == nil)
    #expect(IBeacon(manufacturerData: Data([0x4D] + bytes.dropFirst())) == nil)
    #expect(IBeacon(manufacturerData: nil) == nil)
  }

  struct Match: Sendable {
    var constraint: BeaconConstraint
    var matches: Bool
  }

  @Test(arguments: [
    Match(constraint: .init(uuid: beaconUUID), matches: true),
    Match(constraint: .init(uuid: beaconUUID, major: 1), matches: true),
    Match(constraint: .init(uuid: beaconUUID, major: 1, minor: 2), matches: true),
    Match(constraint: .init(uuid: beaconUUID, major: 2), matches: false),
    Match(constraint: .init(uuid: beaconUUID, major: 1, minor: 3), matches: false),
    Match(
      constraint: .init(uuid: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!),
      matches: false),
  ])
  func `a constraint matches by UUID, by major, or by minor`(_ row: Match) {
    #expect(row.constraint.matches(IBeacon(uuid: beaconUUID, major: 1, minor: 2)) == row.matches)
  }

  private static let doorDescription = RegionDescription(
    "door", .beacon(.init(uuid: beaconUUID, major: 1, minor: 1)))

  @Test(arguments: [
    (doorDescription, RegionDescription("door", .beacon(.init(uuid: beaconUUID))), true),
    (doorDescription, RegionDescription("other", doorDescription.kind), false),
    (
      doorDescription, RegionDescription("door", .circle(latitude: 0, longitude: 0, radius: 9)),
      false
    ),
  ])
  func `the same type and identifier are the same region (BC2)`(
    _ a: RegionDescription, _ b: RegionDescription, _ isSame: Bool
  ) {
    #expect(a.replaces(b) == isSame)
    #expect(b.replaces(a) == isSame)
  }
}
