import Chunks
import ClockOffsets
import CollectorContract
import Foundation
import Testing
import UIKit
import WatchKit
import YobanTesting
import YobanVirtualTime

/// A phone, a watch and a strap with clocks of their own, and a network whose delays change from message to message and
/// differ in the two directions.
final class ClockNight: @unchecked SimulationConfined {
  let world: World
  let phone: Phone
  let watch: Watch
  let phoneApp: InstalledApp
  let watchApp: InstalledApp
  let strap: Accessory
  let collector: MeasuringCollector
  private var random: SeededRandom

  struct Drifts {
    var phone = 20.0
    var watch = -15.0
    /// 2.4 s a day.
    var strap = 2.4 / 86_400 * 1e6
  }

  init(_ drifts: Drifts = Drifts(), seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    world = try World.current
    phone = try world.addPhone()
    watch = try world.addWatch(pairedWith: phone)
    phone.clockDrift = drifts.phone
    watch.clockDrift = drifts.watch
    // Their wall clocks differ, too.
    phone.setClock(by: .milliseconds(730))
    watch.setClock(by: .milliseconds(-2_150))
    collector = MeasuringCollector(phone, seed: seed &+ 1)
    world.gateway = collector
    strap = try world.addAccessory(
      "strap", advertising: Advertising(services: ["A000"]),
      services: [GATTService("A000", [GATTCharacteristic("A001", [.notify])])])
    strap.clockDrift = drifts.strap
    strap.carrier = phone
    phoneApp = try phone.install(
      .delegate(ClockPhoneDelegate.self),
      infoPlist: InfoPlist([
        "CFBundleName": "Phone", "CFBundleIdentifier": "example.night",
        "UIBackgroundModes": ["location", "bluetooth-central"],
        "NSLocationWhenInUseUsageDescription": "test",
        "NSBluetoothAlwaysUsageDescription": "test",
      ]))
    watchApp = try watch.install(
      .delegate(ClockWatchDelegate.self),
      infoPlist: InfoPlist([
        "CFBundleName": "Watch", "CFBundleIdentifier": "example.night.watchkitapp",
        "WKBackgroundModes": ["workout-processing"],
        "WKCompanionAppBundleIdentifier": "example.night",
        "NSHealthUpdateUsageDescription": "test", "NSHealthShareUsageDescription": "test",
      ]), entitlements: ["com.apple.developer.healthkit"])
    let link = SeededRandomBox(seed: seed &+ 2)
    watch.watchLink.fault = { $0.item == .message ? .delayed(link.delay(8, 250)) : nil }
    phone.watchLink.fault = { $0.item == .reply ? .delayed(link.delay(0, 120)) : nil }
    strap.switchOn()
    measure()
  }

  /// Lets the strap measure each second, and send the value after the time that its firmware takes.
  private func measure() {
    let value = StampedValue(shown: strap.clock / .seconds(1), truth: world.now.seconds)
    let delay = random.delay(2, 90)
    world.simulation.schedule(at: world.now + delay) { [strap] in
      strap.notify("A001", value.bytes)
    }
    world.simulation.schedule(at: world.now + .seconds(1)) { [weak self] in self?.measure() }
  }

  /// Starts the recordings, and locks the devices.
  func start(hours: Double) async throws {
    await phone.open(phoneApp)
    await phone.touch(phoneApp, "start") { (delegate: ClockPhoneDelegate) in
      delegate.start(hours: hours)
    }
    await watch.open(watchApp)
    await watch.touch(watchApp, "start") { (delegate: ClockWatchDelegate) in
      delegate.start(hours: hours)
    }
    try await world.pass(.seconds(5))
    await phone.goHome()
    await phone.lock()
    await watch.lowerWrist()
  }
}

/// A collector in memory that answers after a while, and keeps what devices tell about their clocks.
final class MeasuringCollector: HTTPGateway, @unchecked SimulationConfined {
  private let phone: Phone
  private var random: SeededRandom
  private(set) var measurements: [String: ClockMeasurements] = [:]
  /// The samples of each stream: the recorded time and the values.
  private(set) var samples: [String: [(time: Int64, values: [Double])]] = [:]
  private(set) var requestCount = 0
  /// A real collector that stores the uploads, too; nil for none.
  var storage: StoringCollector?
  private(set) var widths: [UInt64] = []

  init(_ phone: Phone, seed: UInt64) {
    self.phone = phone
    random = SeededRandom(seed: seed)
    phone.network.latency = random.delay(15, 220)
  }

  /// The true time, on the clock of the collector.
  static var now: Int64 { time(Simulation.current!.now.seconds) }

  static func time(_ seconds: Double) -> Int64 {
    Simulation.current!.wallClockAtStart + Int64((seconds * 1e9).rounded())
  }

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    requestCount += 1
    let arrived = Self.now
    // The way to the server takes another time for the next request.
    phone.network.latency = random.delay(15, 220)
    guard let reader = try? ChunkReader(request.body),
      let block = try? reader.contents().samples
    else { return HTTPExchangeResponse(status: 422, headers: [], body: []) }
    let chunk = reader.header.identity
    try storage?.store(request, of: chunk.device)
    store(block, reader.header)
    store(
      ClockReport(
        clock: field(CollectorField.clock, of: request),
        exchanges: field(CollectorField.clockExchanges, of: request)), of: chunk.device)
    let receipt = Receipt(
      device: chunk.device, stream: chunk.stream, sequence: chunk.sequence,
      sha256: ChunkDigest(of: request.body).hex, bytes: Int64(request.body.count),
      samples: block.count, gaps: 0)
    // The collector works for some milliseconds, and the way back takes its own time.
    let work = random.delay(1, 10)
    let answered = arrived + Int64(work / .nanoseconds(1))
    var response = HTTPExchangeResponse(
      status: 201,
      headers: [
        HTTPField(CollectorField.arrived, "\(arrived)"),
        HTTPField(CollectorField.answered, "\(answered)"),
      ], body: receipt.json)
    response.delivery.delay = work + random.delay(4, 90)
    return response
  }

  private func field(_ name: String, of request: HTTPExchangeRequest) -> String? {
    request.headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  private func store(_ report: ClockReport, of device: String) {
    if let stamp = report.stamp, case .recorded(let since) = stamp.clock {
      measurements[device, default: ClockMeasurements()].walls.append(
        .init(since: since, recorded: stamp.time, wall: stamp.wall))
    }
    for exchange in report.exchanges {
      guard measurements[device]?.exchanges.contains(exchange) != true else { continue }
      measurements[device, default: ClockMeasurements()].exchanges.append(exchange)
      widths.append(exchange.stamps.width)
    }
  }

  private func store(_ block: SampleBlock, _ header: ChunkHeader) {
    let count = header.channels.count
    let rows = block.times.indices.map { row in
      (time: block.times[row], values: Array(block.values[row * count..<(row + 1) * count]))
    }
    let (device, stream) = (header.identity.device, header.identity.stream)
    samples["\(device)/\(stream)", default: []] += rows
    guard let place = header.channels.firstIndex(of: .accessoryClock) else { return }
    let readings = rows.compactMap {
      ClockMeasurements.AccessoryReading(recorded: $0.time, seconds: $0.values[place])
    }
    measurements[device, default: ClockMeasurements()].accessories[stream, default: []] +=
      ClockMeasurements.AccessoryReading.fastest(readings)
  }
}

/// Random numbers that are the same in each run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A delay in milliseconds: at least the first, mostly up to the second, and now and then up to two seconds more.
  mutating func delay(_ least: Int, _ usual: Int) -> Duration {
    let late =
      Int.random(in: 0..<20, using: &self) == 0 ? Int.random(in: 0...2_000_000, using: &self) : 0
    return .microseconds(Int.random(in: least * 1_000...usual * 1_000, using: &self) + late)
  }
}

final class SeededRandomBox: @unchecked SimulationConfined {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  func delay(_ least: Int, _ usual: Int) -> Duration { random.delay(least, usual) }
}
