import Chunks
import Foundation
import Testing
@_spi(Effects) import Yoban
import YobanTesting

@Suite struct RecordingTests {
  /// One stream of a recording of heart rate and RR intervals, read from the disk after its end.
  private struct Recording {
    var samples: [Int64] = []
    var values: [Double] = []
    var gaps: [Gap] = []
    var interval: Duration?

    init(_ stream: String, in folder: URL) throws {
      let folder = folder.appending(path: "streams/\(stream)")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        let bytes = try Data(contentsOf: folder.appending(path: name))
        var reader = try ChunkReader(Array(bytes))
        interval = reader.header.nominalInterval
        while let block = try reader.next() {
          switch block {
          case .samples(let block):
            samples += block.times
            values += block.values
          case .gap(let gap): gaps.append(gap)
          case .mark: break
          }
        }
      }
    }

    /// The cause and the length in whole seconds of each gap.
    var gapLengths: [(cause: GapCause, seconds: Int64)] {
      gaps.map { ($0.cause, ($0.end - $0.start) / 1_000_000_000) }
    }
  }

  /// Plays a night that begins when the strap is ready and ends after the scenario.
  private func record(
    _ scenario: @escaping @Sendable (SessionFixture) async throws -> Void
  ) async throws -> (heartRate: Recording, rrIntervals: Recording) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let night = Kept()
    var appFixture = SessionAppFixture()
    appFixture.launched = { session in
      var configuration = PhoneRecording.Configuration(
        device: "phone",
        sources: [BluetoothSource.heartRate(session), BluetoothSource.rrIntervals(session)],
        collector: URL(string: "https://collector.example")!, token: "token")
      configuration.keepAlive.usesLocation = false
      configuration.keepAlive.renewsTask = false
      configuration.folder = folder
      do {
        night.it = try PhoneRecording(configuration)
        night.it?.applicationDidFinishLaunching()
      } catch {
        Issue.record(error)
      }
    }
    try await withWorld(findings: []) { [appFixture] _ in
      let fixture = try await startSessionApp(appFixture)
      try await fixture.world.pass(.seconds(5))
      await fixture.use { _ in
        do { try night.it?.start(for: .seconds(12 * 3_600)) } catch { Issue.record(error) }
      }
      try await scenario(fixture)
      await fixture.phone.open(fixture.app)
      await fixture.use { _ in night.it?.stop() }
      try await fixture.world.pass(.seconds(5))
      await fixture.use { _ in night.it = nil }
    }
    return (try Recording("heart-rate", in: folder), try Recording("rr-intervals", in: folder))
  }

  /// Sends heart rate values for some seconds: each second a rate of 60 and two intervals of half a
  /// second.
  private func beat(_ fixture: SessionFixture, seconds: Int) async throws {
    for _ in 0..<seconds {
      fixture.strap.notify("2A37", Data([0x10, 60, 0x00, 0x02, 0x00, 0x02]))
      try await fixture.world.pass(.seconds(1))
    }
  }

  @Test func `heart rate is recorded like a sensor, and a lost strap causes a gap`() async throws {
    let (rate, intervals) = try await record { fixture in
      try await beat(fixture, seconds: 60)
      fixture.strap.switchOff()
      try await fixture.world.pass(.seconds(120))
      fixture.strap.switchOn()
      try await fixture.world.pass(.seconds(20))
      try await beat(fixture, seconds: 60)
    }
    #expect(rate.values == Array(repeating: 60, count: 120))
    #expect(rate.interval == nil)
    #expect(rate.gapLengths.map(\.cause) == [.sensorOff])
    // From the last value: one second until the strap is switched off, two minutes without it,
    // twenty seconds until the next value.
    #expect((140...142).contains(rate.gapLengths[0].seconds))
    // The first interval is not stored: its beat was half a second before its message, and before
    // the recording began.
    #expect(intervals.values == Array(repeating: 0.5, count: 239))
    #expect(intervals.samples == intervals.samples.sorted())
    #expect(intervals.gapLengths.map(\.cause) == [.sensorOff])
  }

  @Test func `a connection that is lost for a moment also causes a gap`() async throws {
    let (rate, _) = try await record { fixture in
      try await beat(fixture, seconds: 10)
      fixture.strap.disconnect()
      try await fixture.world.pass(.seconds(3))
      try await beat(fixture, seconds: 10)
    }
    #expect(rate.values.count == 20)
    // The pause is shorter than the timeout that is allowed for a strap.
    #expect(rate.gapLengths.map(\.cause) == [.sensorOff])
    #expect(rate.gapLengths.allSatisfy { $0.seconds < 5 })
  }

  @Test func `Bluetooth that is switched off causes a gap`() async throws {
    let (rate, _) = try await record { fixture in
      try await beat(fixture, seconds: 10)
      fixture.phone.bluetooth.switchOff(by: .settings)
      try await fixture.world.pass(.seconds(60))
      fixture.phone.bluetooth.switchOn()
      try await fixture.world.pass(.seconds(10))
      try await beat(fixture, seconds: 10)
    }
    #expect(rate.values.count == 20)
    #expect(rate.gapLengths.map(\.cause) == [.sensorOff])
  }

  @Test func `the notifications of the values keep the app running in background (BT9)`()
    async throws
  {
    let (rate, _) = try await record { fixture in
      await fixture.phone.goHome()
      try await beat(fixture, seconds: 3_600)
    }
    #expect(rate.values.count == 3_600)
    #expect(rate.gapLengths.isEmpty)
  }

  private final class Kept: @unchecked SimulationConfined { @MainActor var it: PhoneRecording? }
}
