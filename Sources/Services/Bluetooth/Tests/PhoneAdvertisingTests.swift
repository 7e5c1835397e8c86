import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanBluetooth
@testable import YobanSimulatedRadio

@Suite struct PhoneAdvertisingTests {
  /// Returns what a scan by an app in the foreground reports of a phone that advertises, as
  /// `name [services] [overflow]`.
  private static func seen(
    name: String? = nil, _ services: [String], modes: [String] = ["bluetooth-peripheral"],
    isInFront: Bool, scan: [String]?
  ) async throws -> [String] {
    let publisher = Publisher.app(modes: modes) { publisher, event in
      if event.isPoweredOn { publisher.advertise(name: name, services) }
    }
    let looker = BluetoothApp.app { central, event in
      if event.isPoweredOn { central.scan(scan) }
      guard case .discovered(_, let data) = event else { return }
      let name = data[CBAdvertisementDataLocalNameKey] as? String
      let services = data[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []
      let overflow = data[CBAdvertisementDataOverflowServiceUUIDsKey] as? [CBUUID] ?? []
      print("\(name ?? "-") \(services.map(\.uuidString)) \(overflow.map(\.uuidString))")
    }
    let world = try await withTwoPhones { one, other in
      let app = try one.installAllowed(publisher)
      await one.open(app)
      try await sleep(5)
      if !isInFront { await one.goHome() }
      try await minutes(1)
      await other.open(try other.installAllowed(looker))
      try await minutes(1)
    }
    return world.output(of: "central").filter {
      !$0.hasPrefix("state") && !$0.hasPrefix("discovered")
    }
  }

  struct Row: Sendable {
    var modes = ["bluetooth-peripheral"]
    var isInFront: Bool
    var scan: [String]?
    var seen: [String]
  }

  @Test(arguments: [
    Row(isInFront: true, scan: nil, seen: ["Phone [\"A100\", \"A200\"] []"]),
    Row(isInFront: true, scan: ["A200"], seen: ["Phone [\"A100\", \"A200\"] []"]),
    Row(isInFront: true, scan: ["180D"], seen: []),
    Row(modes: [], isInFront: true, scan: ["A100"], seen: ["Phone [\"A100\", \"A200\"] []"]),
    Row(isInFront: false, scan: ["A100"], seen: ["- [] [\"A100\"]"]),
    Row(isInFront: false, scan: ["A200", "A100"], seen: ["- [] [\"A200\", \"A100\"]"]),
    // The advertisement is seen, but not its services.
    Row(isInFront: false, scan: nil, seen: ["- [] []"]),
    Row(isInFront: false, scan: ["180D"], seen: []),
    Row(modes: [], isInFront: false, scan: ["A100"], seen: []),
    Row(modes: [], isInFront: false, scan: nil, seen: []),
  ])
  func `in background an advertisement has no name, and its services only match named scans (BT29)`(
    _ row: Row
  ) async throws {
    let seen = try await Self.seen(
      name: "Phone", ["A100", "A200"], modes: row.modes, isInFront: row.isInFront, scan: row.scan)
    #expect(seen == row.seen)
  }

  private static let long = [
    "E7810A71-73AE-499D-8C15-FAA9AEF0C3F0", "E7810A71-73AE-499D-8C15-FAA9AEF0C3F1",
  ]

  @Test func `services that exceed 28 bytes move to the overflow area (BT29)`() async throws {
    let seen = try await Self.seen(Self.long, isInFront: true, scan: [Self.long[1]])
    #expect(seen == ["- [\"\(Self.long[0])\"] [\"\(Self.long[1])\"]"])
    #expect(
      try await Self.seen(Self.long, isInFront: true, scan: nil)
        == ["- [\"\(Self.long[0])\"] []"])
  }

  @Test func `a name that does not fit is cut to 10 bytes in the scan response (BT29)`()
    async throws
  {
    let seen = try await Self.seen(
      name: "A long name of a phone", [Self.long[0]], isInFront: true, scan: nil)
    #expect(seen == ["A long nam [\"\(Self.long[0])\"] []"])
  }

  @Test func `an app in background advertises less often (BT29)`() async throws {
    let looker = BluetoothApp.app { central, event in
      if event.isPoweredOn { central.scan(["A100"], duplicates: true) }
    }
    let publisher = Publisher.app()
    let counts = Counts()
    _ = try await withTwoPhones { one, other in
      let app = try one.installAllowed(publisher)
      await one.open(app)
      await other.open(try other.installAllowed(looker))
      try await sleep(10)
      let before = one.world.discoveries
      try await minutes(1)
      counts.inFront = one.world.discoveries - before
      await one.goHome()
      try await sleep(10)
      let between = one.world.discoveries
      try await minutes(1)
      counts.inBackground = one.world.discoveries - between
    }
    #expect((380...394).contains(counts.inFront))  // One every 152.5 ms.
    #expect((57...59).contains(counts.inBackground))  // One every 1,022.5 ms.
  }

  private final class Counts: @unchecked SimulationConfined {
    var inFront = 0
    var inBackground = 0
  }

  // MARK: Latency of discovery

  /// The latencies of background scans for an accessory that advertises at this interval.
  private static func latencies(
    _ interval: Duration, lowPower: Bool = false, factor: Double = 1
  ) async throws -> [Double] {
    let world = try await withPhone(change: { $0.bluetooth.lowPowerScanFactor = factor }) { phone in
      phone.power.isLowPowerMode = lowPower
      let peer = try phone.world.strap(interval: interval).peer
      for _ in 0..<4000 {
        let latency = phone.bluetooth.drawBackgroundLatency(of: peer.accessory.advertising, peer)
        phone.post(.power("\(latency.nanoseconds)"))
      }
    }
    return world.trace.events.compactMap { event in
      guard let text = event.kind.power else { return nil }
      return Double(text).map { $0 / 1e9 }
    }
  }

  @Test(arguments: BluetoothPolicy(iOS: 17).recommendedIntervals + [.milliseconds(20)])
  func `at Apple's intervals a background scan takes 1 to 30 s, evenly distributed (BT6, BT18)`(
    _ interval: Duration
  ) async throws {
    let latencies = try await Self.latencies(interval)
    #expect(latencies.allSatisfy { (1...30).contains($0) })
    let mean = latencies.reduce(0, +) / Double(latencies.count)
    #expect(abs(mean - 15.5) < 0.5)  // The standard error is 0.13.
    for decade in 0..<3 {
      let from = 1 + Double(decade) * 29 / 3
      let share = latencies.count { $0 >= from && $0 < from + 29 / 3 }
      #expect((1200...1470).contains(share))  // A third of 4,000, ± 4.5 standard deviations.
    }
  }

  @Test func `Low Power Mode slows background scans only if the profile says so (L19)`()
    async throws
  {
    let interval = Duration.microseconds(152_500)
    let usual = try await Self.latencies(interval)
    #expect(BluetoothPolicy(iOS: 17).lowPowerScanFactor == 1)
    #expect(try await Self.latencies(interval, lowPower: true) == usual)
    #expect(try await Self.latencies(interval, factor: 3) == usual)
    let slow = try await Self.latencies(interval, lowPower: true, factor: 3)
    #expect(slow.count == usual.count)
    #expect(zip(slow, usual).allSatisfy { abs($0 - 3 * $1) < 1e-6 })
  }

  /// Half of all attempts fail, so 1, 2, 3, … attempts have the probabilities 1/2, 1/4, 1/8, …
  @Test(arguments: [Duration.milliseconds(100), .milliseconds(1000), .milliseconds(153)])
  func `at intervals not from Apple's list background discovery is unreliable (BT18)`(
    _ interval: Duration
  ) async throws {
    let latencies = try await Self.latencies(interval)
    let mean = latencies.reduce(0, +) / Double(latencies.count)
    #expect(abs(mean - 31) < 2)  // Two attempts on average.
    // A quarter needs three attempts or more, which nearly always take longer than 30 s.
    let late = latencies.count { $0 > 30 }
    #expect((1200...2200).contains(late))
    #expect(latencies.contains { $0 > 90 })
  }

  @Test func `a longer interval delays discovery in proportion (BT18)`() async throws {
    let latencies = try await Self.latencies(.milliseconds(5140))  // Four times 1,285 ms.
    #expect(latencies.allSatisfy { $0 >= 4 })
    let mean = latencies.reduce(0, +) / Double(latencies.count)
    #expect(abs(mean - 4 * 31) < 8)
  }
}
