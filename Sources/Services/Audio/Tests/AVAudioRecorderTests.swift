import AVFAudio
import Testing
import UIKit
import YobanTesting

@Suite struct AVAudioRecorderTests {
  /// A delegate that prints the recorder's callbacks.
  final class Listener: NSObject, AVAudioRecorderDelegate {
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
      print("finished", flag, recorder.isRecording, Thread.isMainThread)
    }
  }

  static let settings: [String: any Sendable] = [
    AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 16_000.0, AVNumberOfChannelsKey: 1,
    AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
    AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
  ]

  static func url() -> URL { URL.documentsDirectory.appending(path: "voice.wav") }

  /// Creates a recorder with a delegate, retains both, and sets a category that allows recording.
  @MainActor @discardableResult static func make() -> AVAudioRecorder {
    try! AVAudioSession.sharedInstance().setCategory(.record)
    let recorder = try! AVAudioRecorder(url: url(), settings: settings)
    let listener = Listener()
    recorder.delegate = listener
    Kept.of("recorder", recorder)
    Kept.of("listener", listener)
    return recorder
  }

  @MainActor static var recorder: AVAudioRecorder { Kept.get("recorder")! }

  private static func run(
    _ scenario: @escaping @Sendable (WorldFixture) async throws -> Void
  ) async throws -> WorldFixture {
    try await withWorld { _ in
      let fixture = try await startApp(AVAudioSessionTests.appFixture())
      fixture.phone.audio.setMicrophonePermission(.granted, for: fixture.app)
      try await scenario(fixture)
      return fixture
    }
  }

  @Test func `a recorder records in background for hours (AU1)`() async throws {
    let fixture = try await Self.run { fixture in
      await fixture.touch { print(Self.make().record(), Self.recorder.isRecording) }
      await fixture.phone.lock()
      try await fixture.world.pass(.seconds(7_200))
      #expect(fixture.app.state == .background)
      await fixture.touch {
        print(Self.recorder.currentTime.rounded())
        Self.recorder.stop()
        print(Self.recorder.isRecording, Self.recorder.currentTime)
        let player = try! AVAudioPlayer(contentsOf: Self.url())
        print(player.duration.rounded(), player.numberOfChannels)
      }
      try await fixture.world.pass(.seconds(2))
      #expect(fixture.app.state == .suspended)
    }
    #expect(
      fixture.world.log.texts == [
        "true true", "7200.0", "false 0.0", "7200.0 1", "finished true false true",
      ])
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test func `the file exists after the recorder was prepared`() async throws {
    let fixture = try await Self.run { fixture in
      await fixture.touch {
        func exists() -> Bool { FileManager.default.fileExists(atPath: Self.url().path) }
        let recorder = Self.make()
        print(exists(), recorder.deleteRecording())
        print(
          recorder.prepareToRecord(), exists(), recorder.isRecording, recorder.deleteRecording())
        recorder.stop()
        print(recorder.deleteRecording(), exists())
        print(recorder.url == Self.url(), recorder.settings[AVSampleRateKey] as? Double ?? 0)
      }
      try await fixture.world.pass(.seconds(1))
    }
    #expect(
      fixture.world.log.texts == [
        "false false", "true true false false", "true false", "true 16000.0",
        "finished true false true",
      ])
  }

  @Test func `a recorder stops after its duration, without counting pauses`() async throws {
    let fixture = try await Self.run { fixture in
      await fixture.touch { Self.make().record(forDuration: 10) }
      try await fixture.world.pass(.seconds(4))
      await fixture.touch { Self.recorder.pause() }
      try await fixture.world.pass(.seconds(4))
      await fixture.touch { print(Self.recorder.record(forDuration: 5)) }
      try await fixture.world.pass(.seconds(10))
      await fixture.touch { print(try! AVAudioPlayer(contentsOf: Self.url()).duration) }
    }
    #expect(
      fixture.world.log.timedTexts == ["8.0 true", "13.0 finished true false true", "18.0 9.0"])
  }

  @Test func `an interruption pauses a recorder, which can continue in the same file (AU2)`()
    async throws
  {
    let fixture = try await Self.run { fixture in
      await fixture.touch { Self.make().record() }
      try await fixture.world.pass(.seconds(5))
      fixture.phone.audio.interrupt(by: .call)
      await fixture.touch { print(Self.recorder.isRecording, Self.recorder.record()) }
      try await fixture.world.pass(.seconds(60))
      fixture.phone.audio.endInterruption(shouldResume: true)
      await fixture.touch { print(Self.recorder.record()) }
      try await fixture.world.pass(.seconds(5))
      await fixture.touch {
        Self.recorder.stop()
        print(try! AVAudioPlayer(contentsOf: Self.url()).duration)
      }
      try await fixture.world.pass(.seconds(1))
    }
    #expect(fixture.world.log.texts == ["false false", "true", "10.0", "finished true false true"])
  }

  @Test func `a recording can be played and does not count as silent (AU3)`() async throws {
    let fixture = try await Self.run { fixture in
      await fixture.touch { Self.make().record(forDuration: 5) }
      try await fixture.world.pass(.seconds(6))
      await fixture.touch {
        try! AVAudioSession.sharedInstance().setCategory(.playback)
        let player = try! AVAudioPlayer(contentsOf: Self.url())
        Kept.of("player", player)
        player.numberOfLoops = -1
        player.play()
      }
      await fixture.phone.goHome()
      try await fixture.world.pass(.seconds(600))
      #expect(fixture.app.state == .background)
    }
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test(.world()) func `a recorder needs a category that allows recording, and permission (AU4)`()
    async throws
  {
    let fixture = try await startApp(AVAudioSessionTests.appFixture())
    fixture.phone.audio.setMicrophonePermission(.denied, for: fixture.app)
    #expect(fixture.world.audioEvents == [.microphone("denied")])
    await fixture.touch { print(Self.make().record(), Self.recorder.isRecording) }
    fixture.phone.audio.setMicrophonePermission(.granted, for: fixture.app)
    await fixture.touch {
      try! AVAudioSession.sharedInstance().setCategory(.playback)
      print(Self.recorder.record())
    }
    #expect(fixture.world.log.texts == ["false false", "false"])
  }

  @Test func `settings that cannot be recorded fail with Apple's codes`() async throws {
    let fixture = try await Self.run { fixture in
      await fixture.touch {
        for (key, value) in [
          (AVFormatIDKey, 0x6161_6320 as any Sendable), (AVLinearPCMBitDepthKey, 12),
          (AVNumberOfChannelsKey, 0), (AVSampleRateKey, "fast"), (AVLinearPCMIsBigEndianKey, true),
        ] {
          var settings: [String: Any] = Self.settings
          settings[key] = value
          AVAudioSessionTests.attempt(key) {
            _ = try AVAudioRecorder(url: Self.url(), settings: settings)
          }
        }
        let other = URL.documentsDirectory.appending(path: "voice.m4a")
        AVAudioSessionTests.attempt("m4a") { _ = try AVAudioRecorder(url: other, settings: [:]) }
        let caf = URL.documentsDirectory.appending(path: "voice.caf")
        print(try! AVAudioRecorder(url: caf, settings: [:]).prepareToRecord())
      }
    }
    #expect(
      fixture.world.log.texts == [
        "AVFormatIDKey true 1718449215", "AVLinearPCMBitDepthKey true 1718449215",
        "AVNumberOfChannelsKey true 1718449215", "AVSampleRateKey true 1718449215",
        "AVLinearPCMIsBigEndianKey true 1718449215", "m4a true 1954115647", "true",
      ])
  }
}
