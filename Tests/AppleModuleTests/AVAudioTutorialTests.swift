import AVFoundation
import SimulatedOS
import Testing
import TutorialsSwift5
import TutorialsSwift6
import VirtualTime

/// The code of tutorials compiles unchanged; here it runs, too.
@Suite struct AVAudioTutorialTests {
  @Test func `a music player of the Swift 5 years plays on after a call (AU1, AU2)`() async throws {
    let stage = try await play(AVAudioSessionTests.script()) { stage in
      await stage.touch {
        let url = URL.documentsDirectory.appending(path: "song.wav")
        try! Data.wave(30).write(to: url)
        MusicPlayer.shared.start(url)
      }
      await stage.phone.goHome()
      try await stage.wait(.seconds(600))
      stage.phone.audio.interrupt(by: .call)
      try await stage.wait(.seconds(300))
      #expect(stage.app.state == .suspended)
      stage.phone.audio.endInterruption(shouldResume: true)
      try await stage.wait(.seconds(3_600))
      #expect(stage.app.state == .background)
    }
    #expect(stage.lines == ["interrupted", "resumed"])
    #expect(stage.world.trace.findings.isEmpty)
  }

  @Test func `a voice recorder of today asks and records in background (AU1, AU4)`() async throws {
    let stage = try await play(AVAudioSessionTests.script()) { stage in
      await stage.touch {
        let recorder = VoiceRecorder()
        Kept.of("recorder", recorder)
        let url = URL.documentsDirectory.appending(path: "memo.caf")
        Task { print(try await recorder.start(url)) }
      }
      try await stage.wait(.seconds(5))
      await stage.phone.goHome()
      try await stage.wait(.seconds(1_800))
      #expect(stage.app.state == .background)
      await stage.touch { Kept.get("recorder", as: VoiceRecorder.self)!.finish() }
      try await stage.wait(.seconds(5))
      #expect(stage.app.state == .suspended)
    }
    #expect(stage.lines == ["true", "recorded true memo.caf"])
    #expect(stage.world.trace.findings.isEmpty)
  }
}
