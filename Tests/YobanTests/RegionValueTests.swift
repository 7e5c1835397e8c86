import Foundation
import Testing

@testable import Yoban

@Suite struct RegionValueTests {
  private static let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!

  @Test(arguments: [
    (WatchedRegion.beacon("front-door_1.a", uuid: uuid), RegionWatchError?.none),
    (.beacon("a", uuid: uuid, major: 0, minor: 65_535), nil),
    (.circle("pole", latitude: -90, longitude: 180, radius: 0.1), nil),
    (.beacon("", uuid: uuid), .invalidName("")),
    (.beacon(".a", uuid: uuid), .invalidName(".a")),
    (.beacon("front door", uuid: uuid), .invalidName("front door")),
    (.beacon("門", uuid: uuid), .invalidName("門")),
    (
      .beacon(String(repeating: "a", count: 41), uuid: uuid),
      .invalidName(String(repeating: "a", count: 41))
    ),
    (.beacon("a", uuid: uuid, minor: 1), .minorWithoutMajor("a")),
    (.circle("a", latitude: 90.1, longitude: 0, radius: 1), .invalidCoordinate("a")),
    (.circle("a", latitude: 0, longitude: -180.1, radius: 1), .invalidCoordinate("a")),
    (.circle("a", latitude: .nan, longitude: 0, radius: 1), .invalidCoordinate("a")),
    (.circle("a", latitude: 0, longitude: 0, radius: 0), .invalidRadius("a")),
    (.circle("a", latitude: 0, longitude: 0, radius: .infinity), .invalidRadius("a")),
    (.circle("a", latitude: 0, longitude: 0, radius: .nan), .invalidRadius("a")),
  ])
  func `a region that cannot be watched causes a specific error`(
    region: WatchedRegion, error: RegionWatchError?
  ) {
    #expect(region.error == error)
    if let error {
      #expect(!error.message.isEmpty && !error.remedy.isEmpty)
      var machine = RegionWatchMachine([region], memory: nil)
      #expect(throws: error) { try machine.start(monitored: [], others: 0, now: Date()) }
    }
  }

  @Test func `two regions with the same name are an error`() {
    let region = WatchedRegion.beacon("a", uuid: Self.uuid)
    var machine = RegionWatchMachine([region, region], memory: nil)
    #expect(throws: RegionWatchError.repeatedName("a")) {
      try machine.start(monitored: [], others: 0, now: Date())
    }
  }

  @Test func `a radius is limited to the maximum that the system supports`() {
    let region = WatchedRegion.circle("a", latitude: 1, longitude: 2, radius: 1e6)
    #expect(region.cut(to: 400_000) == .circle("a", latitude: 1, longitude: 2, radius: 400_000))
    #expect(region.cut(to: -1) == region)
    #expect(region.cut(to: 2e6) == region)
    let beacon = WatchedRegion.beacon("a", uuid: Self.uuid)
    #expect(beacon.cut(to: 1) == beacon)
  }

  @Test func `the stored memory is read back from its file format`() throws {
    var memory = RegionMemory(isWanted: true)
    memory.records["a"] = .init(
      region: .beacon("a", uuid: Self.uuid, major: 1, tellsOnDisplay: true), presence: .inside,
      lastEntered: Date(timeIntervalSince1970: 1), lastExited: Date(timeIntervalSince1970: 2.5),
      pendingExit: .init(
        date: Date(timeIntervalSince1970: 3), source: .determined, happenedWhileNotRunning: true))
    memory.records["b"] = .init(region: .circle("b", latitude: 1, longitude: 2, radius: 3))
    let bytes = try JSONEncoder().encode(memory)
    #expect(try JSONDecoder().decode(RegionMemory.self, from: bytes) == memory)
  }
}
