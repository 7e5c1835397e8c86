import Testing
import YobanTesting

/// Silence that keeps an app running (AU3).
@Suite struct SilentAudioTests {
  private static let finding = Finding.Kind.audioSilentKeepalive.by(.au3)

  /// An app that has entered the background while it plays.
  private static func playing() async throws -> WorldFixture {
    let fixture = try await startApp(Sounder.app())
    await fixture.sounder { $0.play() }
    await fixture.phone.goHome()
    return fixture
  }

  @Test(.world(findings: [finding]))
  func `a player that is turned down in background is a finding, once (AU3)`() async throws {
    let fixture = try await Self.playing()
    await fixture.sounder { $0.player.volume = 0 }
    try await fixture.world.pass(.minutes(10))
    #expect(fixture.app.state == .background, "silence keeps it running as well")
  }

  @Test(.world(findings: []))
  func `audible sound, even with a short pause, is no finding (AU3)`() async throws {
    let fixture = try await Self.playing()
    for volume in [Float(0), 0.5, 0, 1] {
      await fixture.sounder { $0.player.volume = volume }
      try await fixture.world.pass(.seconds(29))
    }
    try await fixture.world.pass(.minutes(10))
  }

  @Test(.world(findings: []))
  func `silence in the foreground is no finding (AU3)`() async throws {
    let fixture = try await startApp(Sounder.app(.wave(1, sample: 0)))
    await fixture.sounder { $0.play() }
    try await fixture.world.pass(.minutes(10))
  }
}
