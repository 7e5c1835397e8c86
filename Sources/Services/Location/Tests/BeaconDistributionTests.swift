import CoreLocation
import Testing
import UIKit
import YobanTesting

/// The delays of beacon regions are distributed evenly over their ranges.
@Suite struct BeaconDistributionTests {
  /// The bound for 14 degrees of freedom; 1 in 10,000 even samples exceeds it.
  private static let bound = 42.6

  /// The statistic of Pearson's test against an even distribution over the range, in 15 bins.
  private static func chiSquare(_ values: [Double], in range: ClosedRange<Double>) -> Double {
    var bins = Array(repeating: 0, count: 15)
    for value in values {
      let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
      bins[min(14, max(0, Int(share * 15)))] += 1
    }
    let expected = Double(values.count) / 15
    return bins.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
  }

  /// The seconds from switching a beacon on or off to the event, many times in one world.
  private static func delays(seed: UInt64, rounds: Int) async throws -> (
    entries: [Double], exits: [Double]
  ) {
    let found = Found()
    let world = try await withBeacon(seed: seed) { phone, door in
      let app = try await phone.start()
      await phone.swipeAway(app)
      for _ in 1...rounds {
        found.on.append(phone.world.now)
        door.switchOn()
        try await phone.world.pass(.minutes(1))
        found.off.append(phone.world.now)
        door.switchOff()
        try await phone.world.pass(.minutes(1))
      }
    }
    let entries = zip(world.moments(printed: "enter door"), found.on).map { ($0 - $1).seconds }
    let exits = zip(world.moments(printed: "exit door"), found.off).map { ($0 - $1).seconds }
    #expect(entries.count == rounds && exits.count == rounds)
    return (entries, exits)
  }

  private final class Found: @unchecked SimulationConfined {
    var on: [VirtualInstant] = []
    var off: [VirtualInstant] = []
  }

  @Test
  func `exits follow the last packet after 30 to 45 s, entries within 1 s, evenly (BC4, BC5)`()
    async throws
  {
    var (entries, exits): ([Double], [Double]) = ([], [])
    for seed in UInt64(1)...20 {
      let delays = try await Self.delays(seed: seed, rounds: 60)
      entries += delays.entries
      exits += delays.exits
    }
    #expect(exits.count == 1_200)
    // The last packet is at most the interval of 100 ms before the beacon is switched off.
    #expect(exits.allSatisfy { (29.9...45).contains($0) })
    #expect(Self.chiSquare(exits, in: 30...45) < Self.bound)
    // The first packet is sent one interval after the switch, plus the controller's delay of 10 ms.
    #expect(entries.allSatisfy { (0.1...1.111).contains($0) })
    #expect(Self.chiSquare(entries, in: 0.1...1.11) < Self.bound)
  }

  @Test func `the bound detects an uneven distribution`() {
    let even = (0..<1_200).map { 30 + Double($0) / 80 }
    #expect(Self.chiSquare(even, in: 30...45) < 1)
    // A range of 30 to 40 s, and the sum of two draws.
    #expect(Self.chiSquare(even.map { 30 + ($0 - 30) / 1.5 }, in: 30...45) > Self.bound)
    var random = RandomStream(seed: 1, name: "uneven")
    let sums = (0..<1_200).map { _ in
      30 + Double(random.next(below: 7_500) + random.next(below: 7_500)) / 1_000
    }
    #expect(Self.chiSquare(sums, in: 30...45) > Self.bound)
  }

  @Test func `a night near five beacons costs only the work for their first packets`()
    async throws
  {
    func work(beacons: Int) async throws -> Int {
      let world = try await withBeacon { phone, door in
        let app = try await phone.start(locationApp(monitoring: [doorRegion()]))
        let others = try (0..<beacons).map { n in
          try phone.world.addBeacon("\(n)", uuid: beaconUUID, major: 1, minor: 1)
        }
        await phone.swipeAway(app)
        for beacon in others { beacon.switchOn() }
        // 4.3 million packets, if there are five beacons.
        try await phone.world.pass(.minutes(24 * 60))
      }
      return world.simulation.workCount
    }
    let (none, five) = (try await work(beacons: 0), try await work(beacons: 5))
    // One entry: a launch, its callbacks, and its 10 s.
    #expect(five - none < 40)
  }
}
