import AVFoundation
import Testing
import UIKit
import YobanTesting

/// What audio does for an app in the background, and what ends it (AU1).
@Suite(.world()) struct BackgroundAudioTests {
  @Test func `an app whose player pauses in background is suspended within a second (AU1)`()
    async throws
  {
    let fixture = try await startApp(Sounder.app())
    await fixture.sounder { $0.play() }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(100))
    await fixture.sounder { $0.player.pause() }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.state == .suspended)
    try await fixture.world.pass(.seconds(100))
    #expect(fixture.world.suspensions == 1)
    #expect(
      fixture.world.audioEvents.suffix(3) == [
        .stopped(1, "paused"), .keepsRunning(false), .session("inactive"),
      ])
  }

  @Test func `an app is notified when its sound ends, and then suspended (AU1)`() async throws {
    let fixture = try await startApp(Sounder.app(.wave(30)))
    await fixture.sounder {
      $0.player.numberOfLoops = 1
      $0.play()
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.milliseconds(59_900))
    #expect(fixture.app.state == .background)
    try await fixture.world.pass(.milliseconds(1_200))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.lines == ["plays true", "played true"])
  }

  // MARK: Audio that stops

  struct Row: Sendable, CustomTestStringConvertible {
    var modes: [String]
    var category: AVAudioSession.Category
    var finding: Finding.Kind?
    var testDescription: String { "\(modes) \(category.rawValue)" }
  }

  static let rows: [Row] = [
    .init(modes: [], category: .playback, finding: .audioNoBackgroundMode.by(.au1)),
    .init(modes: ["location"], category: .multiRoute, finding: .audioNoBackgroundMode.by(.au1)),
    .init(modes: ["audio"], category: .ambient, finding: .audioCategoryStops.by(.au1)),
    .init(modes: ["audio"], category: .soloAmbient, finding: .audioCategoryStops.by(.au1)),
    .init(modes: [], category: .ambient), .init(modes: [], category: .soloAmbient),
  ]

  @Test(arguments: rows, [true, false])
  func `audio stops on the way to background without the mode or a suitable category (AU1)`(
    _ row: Row, _ locks: Bool
  ) async throws {
    let fixture = try await startApp(Sounder.app(modes: row.modes))
    await fixture.sounder {
      $0.play(row.category)
      print($0.player.isPlaying)
    }
    if locks { await fixture.phone.lock() } else { await fixture.phone.goHome() }
    try await fixture.world.pass(.seconds(2))
    #expect(fixture.app.state == .suspended)
    await fixture.phone.open(fixture.app)
    await fixture.sounder { print($0.player.isPlaying, $0.player.play()) }
    #expect(fixture.lines == ["plays true", "true", "false true"])
    #expect(fixture.world.findings.are((row.finding.map { [$0] } ?? [])))
    #expect(!fixture.world.audioEvents.contains(.keepsRunning(true)))
  }

  @Test func `a session that does not mix can start in background only as Now Playing (AU1)`()
    async throws
  {
    let fixture = try await startApp(Sounder.app())
    await fixture.sounder { _ in _ = UIApplication.shared.beginBackgroundTask() }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(1))
    await fixture.sounder {
      try! $0.session.setCategory(.playback)
      $0.activate()
    }
    await fixture.phone.open(fixture.app)
    await fixture.sounder { $0.play() }
    await fixture.phone.goHome()
    await fixture.sounder {
      $0.player.pause()
      $0.deactivate()
      $0.activate()
      print($0.player.play())
    }
    #expect(fixture.lines == ["setActive 560557684", "plays true", "true"])
  }

  @Test func `background tasks do not count down while audio plays (BG7, AU1)`() async throws {
    let fixture = try await startApp(Sounder.app())
    await fixture.sounder {
      $0.play()
      _ = UIApplication.shared.beginBackgroundTask()
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.minutes(10))
    #expect(fixture.app.process?.backgroundTimeRemaining == nil)
    await fixture.sounder { $0.player.pause() }
    try await fixture.world.pass(.seconds(1))
    let left = try #require(fixture.app.process?.backgroundTimeRemaining)
    #expect(fixture.app.state == .background && left > .seconds(28) && left < .seconds(30))
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.app.state != .background)
  }

  // MARK: Ends of a process

  @Test func `a force-quit ends playback and with it the app's run time (AU1)`() async throws {
    let fixture = try await startApp(Sounder.app())
    await fixture.sounder {
      $0.play()
      $0.tick()
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(121))
    await fixture.phone.swipeAway(fixture.app)
    #expect(fixture.app.state == .notRunning)
    try await fixture.world.pass(.minutes(10))
    await fixture.phone.open(fixture.app)
    await fixture.sounder { print($0.player.isPlaying, $0.session.category == .soloAmbient) }
    #expect(fixture.app.terminations == [.forceQuit])
    #expect(fixture.lines == ["plays true", "tick", "tick", "tick", "false true"])
    #expect(fixture.world.findings.isEmpty)
  }

  @Test func `recorded audio survives a kill (AU1)`() async throws {
    let fixture = try await startApp(Sounder.app())
    fixture.phone.audio.setMicrophonePermission(.granted, for: fixture.app)
    await fixture.sounder { $0.record() }
    try await fixture.world.pass(.seconds(10))
    fixture.phone.jetsam(fixture.app)
    let url = fixture.app.container.documents.appending(path: "recording.wav")
    let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    #expect(abs(Double(size) / 16_000 - 10) < 0.1)
  }

  @Test func `a call from a process that has ended is a finding, and does nothing`() async throws {
    let fixture = try await startApp(Sounder.app())
    nonisolated(unsafe) var old: Sounder?
    await fixture.sounder { old = $0 }
    fixture.phone.jetsam(fixture.app)
    let sounder = try #require(old)
    #expect(!sounder.player.play() && !sounder.player.prepareToPlay())
    try sounder.session.setActive(true)
    try sounder.session.setCategory(.playback)
    sounder.session.requestRecordPermission { _ in Issue.record("it was answered") }
    #expect(!sounder.recorder.record() && !sounder.recorder.prepareToRecord())
    sounder.recorder.stop()
    #expect(sounder.session.category == .soloAmbient)
    #expect(
      fixture.world.findings.are(Array(repeating: .processDeadObject.by(.l8), count: 8)))
  }
}
