import AVFoundation
import Testing
import UIKit
import YobanTesting

@Suite struct AVAudioPlayerTests {
  /// A delegate that prints the player's callbacks.
  final class Listener: NSObject, AVAudioPlayerDelegate {
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
      print("finished", flag, player.isPlaying, player.currentTime, Thread.isMainThread)
    }
  }

  /// Creates a player of a sound of the given length with a delegate, and retains both.
  @MainActor @discardableResult
  static func make(_ seconds: Int = 10, sample: UInt8 = 1) -> AVAudioPlayer {
    let player = try! AVAudioPlayer(data: .wave(seconds, sample: sample))
    let listener = Listener()
    player.delegate = listener
    Kept.of("player", player)
    Kept.of("listener", listener)
    return player
  }

  @MainActor static var player: AVAudioPlayer { Kept.get("player")! }

  @MainActor static func playInBackground() {
    try! AVAudioSession.sharedInstance().setCategory(.playback)
    print(player.play())
  }

  @Test(.world()) func `a player has Apple's defaults and the properties of its file`() async throws
  {
    let fixture = try await startApp(AVAudioSessionTests.appFixture())
    await fixture.touch {
      let url = URL.documentsDirectory.appending(path: "sound.wav")
      try! Data.wave(3, channels: 2).write(to: url)
      let player = try! AVAudioPlayer(contentsOf: url)
      print(player.duration, player.numberOfChannels, player.url == url, player.data == nil)
      print(player.volume, player.rate, player.enableRate, player.numberOfLoops)
      print(player.isPlaying, player.currentTime, player.prepareToPlay(), player.isPlaying)
      let other = try! AVAudioPlayer(
        contentsOf: url, fileTypeHint: "com.microsoft.waveform-audio")
      print(other.duration)
      let data = try! AVAudioPlayer(data: .wave(1), fileTypeHint: nil)
      print(data.duration, data.url == nil, data.data?.count ?? 0)
    }
    #expect(
      fixture.world.log.texts == [
        "3.0 2 true true", "1.0 1.0 false 0", "false 0.0 true false", "3.0", "1.0 true 16044",
      ])
  }

  @Test(.world()) func `files that cannot be played fail with Apple's codes`() async throws {
    let fixture = try await startApp(AVAudioSessionTests.appFixture())
    await fixture.touch {
      let missing = URL.documentsDirectory.appending(path: "missing.wav")
      AVAudioSessionTests.attempt("missing") { _ = try AVAudioPlayer(contentsOf: missing) }
      AVAudioSessionTests.attempt("text") { _ = try AVAudioPlayer(data: Data("text".utf8)) }
      AVAudioSessionTests.attempt("web") {
        _ = try AVAudioPlayer(contentsOf: URL(string: "https://example.com/a.wav")!)
      }
      let empty = try! AVAudioPlayer(data: .wave(0))
      print(empty.duration, empty.prepareToPlay(), empty.play())
    }
    #expect(
      fixture.world.log.texts == [
        "missing true 2003334207", "text true 1954115647", "web true 2003334207",
        "0.0 false false",
      ])
  }

  @Test(.world()) func `a player keeps its position when it pauses and stops`() async throws {
    let fixture = try await startApp(AVAudioSessionTests.appFixture())
    await fixture.touch { print(Self.make().play(), Self.player.isPlaying) }
    try await fixture.world.pass(.seconds(2))
    await fixture.touch { Self.player.pause() }
    try await fixture.world.pass(.seconds(2))
    await fixture.touch {
      print(Self.player.isPlaying, Self.player.currentTime, Self.player.play())
    }
    try await fixture.world.pass(.seconds(2))
    await fixture.touch {
      Self.player.stop()
      print(Self.player.currentTime)
      Self.player.currentTime = 99
      print(Self.player.currentTime)
      Self.player.currentTime = 0.5
      print(Self.player.currentTime)
    }
    #expect(fixture.world.log.texts == ["true true", "false 2.0 true", "4.0", "10.0", "0.5"])
  }

  @Test(.world()) func `the delegate is notified of the end, not of a stop (AU2)`() async throws {
    let fixture = try await startApp(AVAudioSessionTests.appFixture())
    await fixture.touch {
      Self.make(10).numberOfLoops = 1
      Self.player.play()
    }
    try await fixture.world.pass(.seconds(25))
    await fixture.touch { Self.player.play() }
    fixture.phone.audio.interrupt(by: .alarm)
    fixture.phone.audio.endInterruption(shouldResume: true)
    await fixture.touch {
      Self.player.play()
      Self.player.stop()
    }
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.timedTexts == ["20.0 finished true false 0.0 true"])
  }

  @Test func `rate has an effect only if it is enabled`() async throws {
    for (isEnabled, seconds) in [(true, 5.0), (false, 10)] {
      let fixture = try await withWorld { _ in
        let fixture = try await startApp(AVAudioSessionTests.appFixture())
        await fixture.touch {
          Self.make(10).enableRate = isEnabled
          Self.player.rate = 2
          print(Self.player.rate)
          Self.player.play()
        }
        try await fixture.world.pass(.seconds(60))
        return fixture
      }
      #expect(
        fixture.world.log.timedTexts == ["0.0 2.0", "\(seconds) finished true false 0.0 true"])
    }
  }

  @Test(.world()) func `a player can start at a given device time`() async throws {
    let fixture = try await startApp(AVAudioSessionTests.appFixture())
    await fixture.touch {
      let player = Self.make(10)
      print(player.play(atTime: player.deviceCurrentTime + 7), player.isPlaying)
    }
    try await fixture.world.pass(.seconds(9))
    await fixture.touch { print(Self.player.currentTime) }
    try await fixture.world.pass(.seconds(60))
    #expect(
      fixture.world.log.timedTexts == [
        "0.0 true true", "9.0 2.0", "17.0 finished true false 0.0 true",
      ])
  }

  @Test(.world()) func `a player that is released stops, and the app is suspended (AU1)`()
    async throws
  {
    let fixture = try await startApp(AVAudioSessionTests.appFixture())
    await fixture.touch {
      Self.make().numberOfLoops = -1
      Self.playInBackground()
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.app.state == .background)
    await fixture.touch { Kept.release("player") }
    try await fixture.world.pass(.seconds(2))
    #expect(fixture.app.state == .suspended)
  }

  @Test(.world()) func `an app that plays keeps running in background, also with a loop (AU1)`()
    async throws
  {
    let fixture = try await startApp(AVAudioSessionTests.appFixture())
    await fixture.touch {
      Self.make().numberOfLoops = -1
      Self.playInBackground()
      Task {
        while true {
          print("tick")
          try await Task.sleep(for: .seconds(60))
        }
      }
    }
    await fixture.phone.lock()
    try await fixture.world.pass(.seconds(7_230))
    #expect(fixture.world.log.texts.filter { $0 == "tick" }.count == 121)
    #expect(fixture.world.audioEvents.contains(.keepsRunning(true)))
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test func `volume 0 or a file of zeros is reported as a silent keep-alive, once (AU3)`()
    async throws
  {
    for (volume, sample) in [(Float(0), UInt8(1)), (1, 0)] {
      let fixture = try await withWorld { _ in
        let fixture = try await startApp(AVAudioSessionTests.appFixture())
        await fixture.touch {
          Self.make(sample: sample).numberOfLoops = -1
          Self.player.setVolume(volume, fadeDuration: 1)
          Self.playInBackground()
        }
        await fixture.phone.goHome()
        try await fixture.world.pass(.minutes(10))
        #expect(fixture.app.state == .background)
        return fixture
      }
      #expect(fixture.world.trace.findings.map(\.kind) == [.audioSilentKeepalive])
    }
  }
}
