import Chunks
import Foundation
import SimulatedOS
import Testing
import Yoban

@Suite struct RecordingTests {
  /// A recording of heart rate and RR intervals, as it is on the disk after its end.
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

    /// Cause and whole seconds of each gap.
    var gapLengths: [(cause: GapCause, seconds: Int64)] {
      gaps.map { ($0.cause, ($0.end - $0.start) / 1_000_000_000) }
    }
  }

  /// Plays a night that begins when the strap is ready and ends after the scenario.
  private func record(
    _ scenario: @escaping @Sendable (SessionStage) async throws -> Void
  ) async throws -> (heartRate: Recording, rrIntervals: Recording) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let night = Kept()
    var script = SessionScript()
    script.launched = { session in
      var configuration = NightRecording.Configuration(
        device: "phone", collector: URL(string: "https://collector.example")!, token: "token")
      configuration.sensors = [
        .bluetooth(.heartRate(session)), .bluetooth(.rrIntervals(session)),
      ]
      configuration.keepAlive.usesLocation = false
      configuration.keepAlive.renewsTask = false
      configuration.folder = folder
      do {
        night.it = try NightRecording(configuration)
        night.it?.applicationDidFinishLaunching()
      } catch {
        Issue.record(error)
      }
    }
    try await play(script) { stage in
      try await stage.wait(.seconds(5))
      await stage.use { _ in
        do { try night.it?.start(for: .seconds(12 * 3_600)) } catch { Issue.record(error) }
      }
      try await scenario(stage)
      await stage.phone.open(stage.app)
      await stage.use { _ in night.it?.stop() }
      try await stage.wait(.seconds(5))
      await stage.use { _ in night.it = nil }
    }
    return (try Recording("heart-rate", in: folder), try Recording("rr-intervals", in: folder))
  }

  /// Beats for some seconds: each second a rate of 60 and two intervals of half a second.
  private func beat(_ stage: SessionStage, seconds: Int) async throws {
    for _ in 0..<seconds {
      stage.strap.notify("2A37", Data([0x10, 60, 0x00, 0x02, 0x00, 0x02]))
      try await stage.wait(.seconds(1))
    }
  }

  @Test func `heart rate is recorded like a sensor, and a lost strap is a gap`() async throws {
    let (rate, intervals) = try await record { stage in
      try await beat(stage, seconds: 60)
      stage.strap.switchOff()
      try await stage.wait(.seconds(120))
      stage.strap.switchOn()
      try await stage.wait(.seconds(20))
      try await beat(stage, seconds: 60)
    }
    #expect(rate.values == Array(repeating: 60, count: 120))
    #expect(rate.interval == nil)
    #expect(rate.gapLengths.map(\.cause) == [.sensorOff])
    // From the last value: one second to the switch, two minutes, twenty seconds to the next value.
    #expect((140...142).contains(rate.gapLengths[0].seconds))
    // The first interval ended half a second before its message, and before the recording began.
    #expect(intervals.values == Array(repeating: 0.5, count: 239))
    #expect(intervals.samples == intervals.samples.sorted())
    #expect(intervals.gapLengths.map(\.cause) == [.sensorOff])
  }

  @Test func `a link that is lost for a moment is a gap, too`() async throws {
    let (rate, _) = try await record { stage in
      try await beat(stage, seconds: 10)
      stage.strap.disconnect()
      try await stage.wait(.seconds(3))
      try await beat(stage, seconds: 10)
    }
    #expect(rate.values.count == 20)
    // Shorter than the silence that a strap may keep.
    #expect(rate.gapLengths.map(\.cause) == [.sensorOff])
    #expect(rate.gapLengths.allSatisfy { $0.seconds < 5 })
  }

  @Test func `Bluetooth that is switched off is a gap`() async throws {
    let (rate, _) = try await record { stage in
      try await beat(stage, seconds: 10)
      stage.phone.bluetooth.switchOff(by: .settings)
      try await stage.wait(.seconds(60))
      stage.phone.bluetooth.switchOn()
      try await stage.wait(.seconds(10))
      try await beat(stage, seconds: 10)
    }
    #expect(rate.values.count == 20)
    #expect(rate.gapLengths.map(\.cause) == [.sensorOff])
  }

  @Test func `the values themselves keep the app running in background (BT9)`() async throws {
    let (rate, _) = try await record { stage in
      await stage.phone.goHome()
      try await beat(stage, seconds: 3_600)
    }
    #expect(rate.values.count == 3_600)
    #expect(rate.gapLengths.isEmpty)
  }

  /// Sendable: touched by one simulation only.
  private final class Kept: @unchecked Sendable { @MainActor var it: NightRecording? }
}
