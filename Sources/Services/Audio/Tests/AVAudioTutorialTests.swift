import AVFoundation
import Testing
import TutorialsSwift5
import TutorialsSwift6
import YobanTesting

/// Runs code in the style of tutorials, which compiles unchanged.
@Suite(.world()) struct AVAudioTutorialTests {
  @Test func `a music player in the style of Swift 5 continues after a call (AU1, AU2)`()
    async throws
  {
    let fixture = try await startApp(AVAudioSessionTests.appFixture())
    await fixture.touch {
      let url = URL.documentsDirectory.appending(path: "song.wav")
      try! Data.wave(30).write(to: url)
      MusicPlayer.shared.start(url)
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(600))
    fixture.phone.audio.interrupt(by: .call)
    try await fixture.world.pass(.seconds(300))
    #expect(fixture.app.state == .suspended)
    fixture.phone.audio.endInterruption(shouldResume: true)
    try await fixture.world.pass(.seconds(3_600))
    #expect(fixture.app.state == .background)
    #expect(fixture.world.log.texts == ["interrupted", "resumed"])
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test func `a modern voice recorder asks for permission and records in background (AU1, AU4)`()
    async throws
  {
    let fixture = try await startApp(AVAudioSessionTests.appFixture())
    await fixture.touch {
      let recorder = VoiceRecorder()
      Kept.of("recorder", recorder)
      let url = URL.documentsDirectory.appending(path: "memo.caf")
      Task { print(try await recorder.start(url)) }
    }
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(1_800))
    #expect(fixture.app.state == .background)
    await fixture.touch { Kept.get("recorder", as: VoiceRecorder.self)!.finish() }
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.world.log.texts == ["true", "recorded true memo.caf"])
    #expect(fixture.world.trace.findings.isEmpty)
  }
}
