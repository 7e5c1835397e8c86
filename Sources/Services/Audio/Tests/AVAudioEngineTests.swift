import AVFAudio
import Foundation
import Testing
import YobanTesting

/// An engine that plays buffers, as apps use it to play their sounds, or silence.
@Suite struct AVAudioEngineTests {
  @MainActor private static var engine: AVAudioEngine { Kept.get("engine")! }
  @MainActor private static var player: AVAudioPlayerNode { Kept.get("player")! }
  @MainActor private static var buffer: AVAudioPCMBuffer { Kept.get("buffer")! }

  /// Makes an engine with one player, and a buffer of one second.
  @MainActor private static func make(isSilent: Bool) {
    let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
    let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!
    let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 44_100)!
    buffer.frameLength = 44_100
    if !isSilent { buffer.floatChannelData![1][44_099] = 0.5 }
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: format)
    Kept.of("engine", engine)
    Kept.of("player", player)
    Kept.of("buffer", buffer)
  }

  private static func start(
    modes: [String] = ["audio"], isSilent: Bool
  ) async throws -> WorldFixture {
    var appFixture = AppFixture { _ in
      try! AVAudioSession.sharedInstance().setCategory(.playback)
      make(isSilent: isSilent)
    }
    appFixture.plist = InfoPlist(["UIBackgroundModes": modes])
    return try await startApp(appFixture)
  }

  @Test(.world(), arguments: [false, true])
  func `an engine that runs keeps the app running, and only silence is a finding (AU1, AU3)`(
    _ isSilent: Bool
  ) async throws {
    let fixture = try await Self.start(isSilent: isSilent)
    await fixture.touch {
      try! Self.engine.start()
      Self.player.scheduleBuffer(Self.buffer, at: nil, options: .loops)
      Self.player.play()
      print(Self.engine.isRunning, Self.player.isPlaying)
    }
    await fixture.phone.lock()
    try await fixture.world.pass(.hours(2))
    #expect(fixture.app.log.texts == ["true true"])
    #expect(fixture.app.process?.isRunning == true && fixture.app.state == .background)
    #expect(
      fixture.world.findings.are(isSilent ? [.audioSilentKeepalive.by(.au3)] : []))
  }

  @Test(.world()) func `a stopped engine no longer keeps the app running (AU1)`() async throws {
    let fixture = try await Self.start(isSilent: false)
    await fixture.touch {
      try! Self.engine.start()
      Self.player.scheduleBuffer(Self.buffer, at: nil, options: .loops)
      Self.player.play()
      DispatchQueue.main.asyncAfter(deadline: .now() + 600) { Self.engine.stop() }
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.minutes(9))
    #expect(fixture.app.state == .background)
    try await fixture.world.pass(.minutes(2))
    #expect(fixture.app.state == .suspended)
  }

  @Test(.world())
  func `buffers are played one after the other, and their handlers are called at their ends`()
    async throws
  {
    let fixture = try await Self.start(isSilent: false)
    await fixture.touch {
      try! Self.engine.start()
      let start = Date()
      for number in 1...2 {
        Self.player.scheduleBuffer(Self.buffer) {
          print(number, Date().timeIntervalSince(start).rounded(), Thread.isMainThread)
        }
      }
      Self.player.scheduleBuffer(Self.buffer, at: nil, options: .loops) { print("stopped") }
      Self.player.play()
    }
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.app.log.texts == ["1 1.0 false", "2 2.0 false"])
    await fixture.touch { Self.player.stop() }
    #expect(fixture.app.log.texts.last == "stopped")
  }

  @Test(.world()) func `an interruption stops an engine, and the app starts it again (AU2)`()
    async throws
  {
    let fixture = try await Self.start(isSilent: false)
    await fixture.touch {
      try! Self.engine.start()
      Self.player.scheduleBuffer(Self.buffer, at: nil, options: .loops)
      Self.player.play()
      _ = NotificationCenter.default.addObserver(
        forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
      ) { notification in
        let isEnd = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt == 0
        MainActor.assumeIsolated {
          if isEnd { try! Self.engine.start() }
          print(isEnd, Self.engine.isRunning, Self.player.isPlaying)
        }
      }
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.minutes(1))
    fixture.phone.audio.interrupt(by: .call)
    try await fixture.world.pass(.seconds(5))
    fixture.phone.audio.endInterruption(shouldResume: true)
    try await fixture.world.pass(.minutes(5))
    #expect(fixture.app.log.texts == ["false false false", "true true true"])
    #expect(fixture.app.state == .background)
  }

  static let wrong: [(body: @MainActor @Sendable () -> Void, reason: String)] = [
    ({ try? AVAudioEngine().start() }, "inputNode != nullptr || outputNode != nullptr"),
    ({ player.play() }, "_engine->IsRunning()"),
    (
      {
        try? engine.start()
        engine.disconnectNodeOutput(player)
        player.play()
      }, "disconnected state"
    ),
    ({ buffer.frameLength = 44_101 }, "frameLength <= frameCapacity"),
    (
      { engine.connect(AVAudioPlayerNode(), to: engine.mainMixerNode, format: nil) },
      "_nodes.containsObject"
    ),
  ]

  @Test(.world(), arguments: wrong.indices)
  func `a wrong use of an engine ends the app as on a device`(_ row: Int) async throws {
    let fixture = try await Self.start(isSilent: false)
    await fixture.touch(Self.wrong[row].body)
    try await fixture.world.pass(.seconds(1))
    guard case .crash(let why)? = fixture.app.terminations.first else {
      Issue.record("\(fixture.app.terminations)")
      return
    }
    #expect(why.contains(Self.wrong[row].reason))
  }

  @Test func `formats and buffers refuse what cannot be`() throws {
    #expect(AVAudioFormat(standardFormatWithSampleRate: 0, channels: 1) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 3) == nil)
    let format = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 8000, channels: 2, interleaved: true))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10))
    #expect(buffer.floatChannelData == nil && buffer.stride == 2 && buffer.frameLength == 0)
    let samples = try #require(buffer.int16ChannelData)
    samples[0][18] = 7
    #expect(samples[1] == samples[0] + 1)
  }
}
