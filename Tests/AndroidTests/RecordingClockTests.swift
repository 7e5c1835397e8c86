import ClockOffsets
import CollectorContract
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

/// The report of a recording on an Android phone about its clock.
@Suite(.world()) struct RecordingClockTests {
  /// Stamps the answers of a collector, and keeps what the phone tells about its clock.
  private final class StampingGateway: HTTPGateway, @unchecked SimulationConfined {
    private let collector: RecordingCollector
    private let phone: AndroidPhone
    private(set) var measurements = ClockMeasurements()
    private var count: Int64 = 0

    init(_ collector: RecordingCollector, _ phone: AndroidPhone) {
      self.collector = collector
      self.phone = phone
    }

    func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse
    {
      func field(_ name: String) -> String? {
        request.headers.first { $0.name.lowercased() == name.lowercased() }?.value
      }
      let report = ClockReport(
        clock: field(CollectorField.clock), exchanges: field(CollectorField.clockExchanges))
      measurements.exchanges += report.exchanges
      if let stamp = report.stamp, case .recorded(let since) = stamp.clock {
        measurements.walls.append(.init(since: since, recorded: stamp.time, wall: stamp.wall))
      }
      let now = Simulation.current!.wallClockAtStart + Simulation.current!.now.nanoseconds
      var response = try collector.exchange(request)
      response.headers += [CollectorField.arrived, CollectorField.answered].map {
        HTTPField($0, "\(now)")
      }
      // The ways there and back take other times for each upload.
      count += 1
      phone.network.latency = .milliseconds(15 + count * 37 % 90)
      response.delivery.delay = .milliseconds(5 + count * 53 % 60)
      return response
    }
  }

  @Test func `the times of samples are known to 20 ms, although the clock drifts and is set (TM5)`()
    async throws
  {
    let night = try await RecordingNight.start(api: 34)
    let gateway = StampingGateway(night.collector, night.phone)
    night.world.gateway = gateway
    night.phone.clockDrift = 40
    night.phone.setClock(by: .milliseconds(1_370))
    try await night.begin(hours: 6)
    try await night.world.pass(.hours(2))
    night.phone.setClock(by: .seconds(-45))
    try await night.world.pass(.hours(4.2))

    let times = night.collector.times("accelerometer")
    try #require(times.count > 6 * 3_600 * RecordingNight.rateHz - 100)
    let clocks = DeviceClocks(gateway.measurements, over: times[0]...times[times.count - 1])
    #expect(clocks.jumps.map(\.clock) == [.wall])
    // 40 ppm of 6 h are more than the distance of two samples.
    let start = Simulation.current!.wallClockAtStart
    var largest: Int64 = 0
    for time in times {
      let corrected = try #require(clocks.corrected(time))
      #expect(corrected.uncertainty < 60_000_000)
      let moment = corrected.time - start
      let isNearSample = (1...20).first { milliseconds in
        let reach = Int64(milliseconds) * 1_000_000
        return night.phone.motion.sensed(
          .accelerometer, interval: 1 / Double(RecordingNight.rateHz),
          after: VirtualInstant(nanoseconds: moment - reach),
          before: VirtualInstant(nanoseconds: moment + reach)) > 0
      }
      guard let isNearSample else {
        Issue.record("No sample was measured within 20 ms of \(moment).")
        break
      }
      largest = max(largest, Int64(isNearSample))
    }
    print("The corrected times are wrong by at most \(largest) ms.")
  }
}
