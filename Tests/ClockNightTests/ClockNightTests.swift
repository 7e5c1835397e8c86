import ClockOffsets
import Foundation
import Testing
import YobanNight
import YobanTesting
import YobanVirtualTime

/// Nights on devices whose clocks are wrong by known amounts: what is computed is compared with the truth.
@Suite(.world()) struct ClockNightTests {
  /// The error that remains between the corrected times of a stream and the truth.
  private struct Remaining {
    var count = 0
    var largest: Int64 = 0
    var squares = 0.0
    var uncertainty: Int64 = 0
    /// The samples whose true time is not within the uncertainty.
    var outside = 0
    /// Without a correction.
    var recorded: Int64 = 0

    mutating func add(_ corrected: CorrectedTime, recorded time: Int64, truth: Int64) {
      let error = corrected.time - truth
      count += 1
      largest = max(largest, Int64(error.magnitude))
      squares += Double(error) * Double(error)
      uncertainty = max(uncertainty, corrected.uncertainty)
      recorded = max(recorded, Int64((time - truth).magnitude))
      if error.magnitude > corrected.uncertainty.magnitude { outside += 1 }
    }

    private func milliseconds(_ nanoseconds: Double) -> String {
      "\((nanoseconds / 1e4).rounded() / 100) ms"
    }

    func text(_ name: String) -> String {
      let mean = (squares / Double(max(1, count))).squareRoot()
      return
        "\(name): \(count) samples, as recorded at most \(milliseconds(Double(recorded))) wrong; corrected at most \(milliseconds(Double(largest))), root mean square \(milliseconds(mean)), uncertainty at most \(milliseconds(Double(uncertainty)))"
    }
  }

  /// The clocks of a device during its recording, as far as they are known.
  private func clocks(of device: String, _ collector: MeasuringCollector) throws -> DeviceClocks {
    let times = collector.samples.filter { $0.key.hasPrefix("\(device)/") }.values.joined()
      .map(\.time)
    return DeviceClocks(
      try #require(collector.measurements[device]),
      over: try #require(times.min())...(try #require(times.max())))
  }

  private func remaining(
    _ stream: String, _ collector: MeasuringCollector,
    _ correct: (Int64, [Double]) -> CorrectedTime?
  ) -> Remaining {
    var remaining = Remaining()
    for sample in collector.samples[stream] ?? [] {
      guard let corrected = correct(sample.time, sample.values) else {
        Issue.record("nothing is known at \(sample.time) in \(stream)")
        break
      }
      remaining.add(
        corrected, recorded: sample.time, truth: MeasuringCollector.time(sample.values[0]))
    }
    return remaining
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `after 12 hours, phone and watch are known to 20 ms and a strap to 50 ms`(_ seed: UInt64)
    async throws
  {
    let night = try ClockNight(seed: seed)
    let world = night.world
    try await night.start(hours: 12)
    try await world.pass(.hours(5))
    // The user sets the clock of the phone while it records.
    let set = world.now
    night.phone.setClock(by: .seconds(90))
    try await world.pass(.hours(7.5))
    let collector = night.collector
    let phone = try clocks(of: "phone", collector)
    let watch = try clocks(of: "watch", collector)

    let phoneError = remaining("phone/truth", collector) { time, _ in phone.corrected(time) }
    let watchError = remaining("watch/truth", collector) { time, _ in watch.corrected(time) }
    let strapError = remaining("phone/strap", collector) { time, values in
      phone.corrected(time, ofStream: "strap", showing: Int64(values[1] * 1e9))
    }
    for (name, error) in [("phone", phoneError), ("watch", watchError), ("strap", strapError)] {
      print("seed \(seed), \(error.text(name))")
      #expect(error.outside == 0, "\(name)")
    }
    // Nearly one sample of each minute, and of each second.
    #expect(phoneError.count >= 718 && watchError.count >= 718 && strapError.count > 43_000)
    #expect(phoneError.largest < 20_000_000)
    #expect(watchError.largest < 20_000_000)
    #expect(strapError.largest < 50_000_000)
    // Without corrections, the times would be wrong by far more.
    #expect(phoneError.recorded > 1_000_000_000 && watchError.recorded > 2_000_000_000)

    // The drifts are found; that of the strap is the one to the phone.
    let drifts = [
      (phone.recorded, 20.0), (watch.recorded, -15), (phone.accessories["strap"]!, 27.78 - 20),
    ]
    for (course, truth) in drifts {
      #expect(course.parts.count == 1)
      let drift = try #require(course.parts[0].estimate?.drift)
      #expect(abs(drift.partsPerMillion - truth) <= drift.uncertainty)
      #expect(drift.uncertainty < 12)
    }

    // The step of the wall clock is marked at the next upload, and nothing else is.
    #expect(watch.jumps.isEmpty)
    try #require(phone.jumps.count == 1)
    let jump = phone.jumps[0]
    #expect(jump.clock == .wall)
    #expect(abs(try #require(jump.amount) - 90_000_000_000) < 1_000_000)
    let marked =
      try #require(phone.corrected(jump.time)).time - MeasuringCollector.time(set.seconds)
    #expect((0...330_000_000_000).contains(marked))
  }

  /// The way through the real collector: headers of uploads, tables, CSV.
  @Test(.enabled(if: (try? CollectorProcess.locate()) != nil, "yoban-collector is not built"))
  func `a real collector returns the true times of 12 hours`() async throws {
    let night = try ClockNight(seed: 5)
    let storage = try StoringCollector()
    defer { storage.stop() }
    night.collector.storage = storage
    try await night.start(hours: 12)
    try await night.world.pass(.hours(12.5))
    for (device, stream, limit, least) in [
      ("phone", "truth", 20_000_000, 718), ("watch", "truth", 20_000_000, 718),
      ("phone", "strap", 50_000_000, 43_000),
    ] {
      var error = Remaining()
      for sample in try storage.samples(of: stream, of: device, ["seconds"]) {
        let corrected = try #require(sample.corrected, "\(device)/\(stream)")
        error.add(
          corrected, recorded: sample.time, truth: MeasuringCollector.time(sample.values[0]))
      }
      print("real collector, \(error.text("\(device)/\(stream)"))")
      #expect(error.count >= least && error.outside == 0)
      #expect(error.largest < limit)
    }
  }

  @Test func `a phone that restarts has a new clock, and its watch is still known`() async throws {
    let night = try ClockNight(.init(phone: -35, watch: 28, strap: -60), seed: 7)
    let (world, phone) = (night.world, night.phone)
    try await night.start(hours: 8)
    try await world.pass(.hours(3))
    // In the meantime the clock of the phone has been set, so that its recording goes on with another time.
    phone.setClock(by: .seconds(12))
    try await world.pass(.minutes(10))
    try await phone.reboot()
    await phone.open(night.phoneApp)
    try await world.pass(.seconds(10))
    await phone.goHome()
    await phone.lock()
    try await world.pass(.hours(5.3))
    let collector = night.collector
    let clocks = try self.clocks(of: "phone", collector)
    let watch = try self.clocks(of: "watch", collector)
    #expect(clocks.recorded.parts.count == 2)
    #expect(clocks.accessories["strap"]?.parts.count == 2)
    let errors = [
      ("phone", remaining("phone/truth", collector) { time, _ in clocks.corrected(time) }),
      ("watch", remaining("watch/truth", collector) { time, _ in watch.corrected(time) }),
      (
        "strap",
        remaining("phone/strap", collector) { time, values in
          clocks.corrected(time, ofStream: "strap", showing: Int64(values[1] * 1e9))
        }
      ),
    ]
    for (name, error) in errors {
      print("with a restart, \(error.text(name))")
      #expect(error.outside == 0 && error.count > 400)
      #expect(error.largest < (name == "strap" ? 50_000_000 : 30_000_000))
    }
    // The time of the samples went ahead by 12 s, and back by what the clock had lost: 35 ppm of three hours.
    let jump = try #require(clocks.jumps.first { $0.clock == .recorded })
    #expect(abs(try #require(jump.amount) - 12_000_000_000) < 400_000_000)
    #expect(clocks.jumps.map(\.clock) == [.wall, .recorded])
  }

  @Test func `a phone that is offline all night is known with a large uncertainty`() async throws {
    let night = try ClockNight(seed: 11)
    let world = night.world
    try await night.start(hours: 10)
    try await world.pass(.minutes(20))
    night.phone.network.path = .offline
    try await world.pass(.hours(9))
    night.phone.network.path = .wifi
    try await world.pass(.hours(1.5))
    let clocks = try self.clocks(of: "phone", night.collector)
    let error = remaining("phone/truth", night.collector) { time, _ in clocks.corrected(time) }
    print("offline for 9 h, \(error.text("phone"))")
    #expect(error.outside == 0 && error.count >= 598)
    // In the middle, the drift of some hours may have been another one.
    #expect(error.uncertainty > 40_000_000 && error.uncertainty < 400_000_000)
    #expect(error.largest < 40_000_000)
  }
}
