import Chunks
import Foundation
import Testing
import YobanTesting

@_spi(Effects) @testable import Yoban

/// Tests a night in which the locked phone restarts, and nobody unlocks it until the morning.
@Suite struct LockedNightTests {
  private final class Kept: @unchecked SimulationConfined {
    var night: PhoneRecording?
    /// The wall-clock time at the beginning of the simulation, in nanoseconds since 1970.
    var start: Int64 = 0
  }

  static let classes: [(protection: FileProtectionType, isRecorded: Bool)] = [
    (.none, true), (.completeUntilFirstUserAuthentication, false), (.complete, false),
  ]

  /// A region launches the app while the phone has not been unlocked since its restart (L17).
  /// The fixture counts its launches in UserDefaults, and begins again with 1 there (DP4).
  @Test(.world(findings: [.defaultsOverwritten.by(.dp4)]), arguments: classes.indices)
  func `a night with a restart of the locked phone is recorded only with files without protection`(
    _ row: Int
  ) async throws {
    let (protection, isRecorded) = Self.classes[row]
    let kept = Kept()
    var appFixture = RegionAppFixture()
    appFixture.launched = { watch in
      do {
        var configuration = PhoneRecording.Configuration(
          device: "phone", sources: [try RegionSource.presence(watch, "door")],
          collector: URL(string: "https://collector.example")!, token: "token")
        configuration.keepAlive.usesLocation = false
        configuration.keepAlive.renewsTask = false
        configuration.protection = protection
        kept.night = try PhoneRecording(configuration)
        kept.night?.applicationDidFinishLaunching()
        print("recording: \(kept.night?.core.recorder.isRecording == true)")
      } catch {
        kept.night = nil
        print("no recording: \(error)")
      }
    }
    let fixture = try await startRegionApp(appFixture)
    let phone = fixture.phone
    phone.hasPasscode = true
    try await fixture.world.pass(.seconds(20))
    let now = fixture.world.now.nanoseconds
    await fixture.use { _ in
      kept.start = Int64(Date().timeIntervalSince1970 * 1e9) - now
      do { try kept.night?.start(for: .seconds(12 * 3600)) } catch { Issue.record(error) }
    }
    await phone.lock()
    try await fixture.world.pass(.seconds(3600))
    try await phone.reboot()
    try await fixture.world.pass(.seconds(3600))
    #expect(phone.isLocked && !phone.isUnlocked && fixture.app.process == nil)
    let event = fixture.world.now
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.app.process != nil, "the region must launch the app (L17)")
    fixture.app.process?.kill(.jetsam)
    try await fixture.world.pass(.seconds(5 * 3600))
    let morning = fixture.world.now
    phone.unlock()
    await phone.open(fixture.app)
    try await fixture.world.pass(.seconds(60))
    await fixture.use { _ in
      kept.night?.stop()
      kept.night = nil
    }
    let entered = try #require(Self.times(of: 1, in: fixture, since: kept.start).first)
    if isRecorded {
      #expect((event...event + .seconds(60)).contains(entered))
      #expect(!fixture.app.log.texts.contains { $0.hasPrefix("no recording") })
    } else {
      #expect(entered >= morning, "what the region reported in the night is lost")
      #expect(
        fixture.app.log.texts.contains {
          $0.hasPrefix("no recording") && $0.contains("before the first unlock")
        }, "\(fixture.app.log.texts)")
    }
  }

  /// The times of the samples with a value in the stream of the region.
  private static func times(
    of value: Double, in fixture: RuntimeFixture, since start: Int64
  ) throws -> [VirtualInstant] {
    let folder = fixture.app.container.applicationSupport.appending(
      path: "Yoban/streams/region-door")
    var times: [Int64] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      var reader = try ChunkReader(Array(Data(contentsOf: folder.appending(path: name))))
      while let block = try reader.next() {
        guard case .samples(let block) = block else { continue }
        times += zip(block.times, block.values).filter { $0.1 == value }.map(\.0)
      }
    }
    return times.sorted().map { VirtualInstant(nanoseconds: $0 - start) }
  }
}
