import AVFoundation
import Testing
import UIKit
import YobanTesting

/// A player that loads its next track from a server.
///
/// The faulty app loads the next track when the one before has ended. Nothing plays then, and nothing
/// keeps the app running in the background: if the network is slow, the music ends. The mended app loads
/// the next track while one plays, and plays the same one again until it is there. A background task, whose
/// time does not pass while it plays, keeps it running between two tracks.
private final class RadioApp: UIResponder, UIApplicationDelegate, AVAudioPlayerDelegate {
  private let variant: Variant
  private var player: AVAudioPlayer?
  private var nextTrack: Data?
  private var isLoading = false
  private var task = UIBackgroundTaskIdentifier.invalid

  init(_ variant: Variant) { self.variant = variant }

  /// The user wants music.
  func play() {
    try? AVAudioSession.sharedInstance().setCategory(.playback)
    play(.track)
  }

  /// Begins a background task for the silence after a track, and ends the one before.
  private func renewTask() {
    let last = task
    task = UIApplication.shared.beginBackgroundTask {
      MainActor.assumeIsolated { UIApplication.shared.endBackgroundTask(self.task) }
    }
    UIApplication.shared.endBackgroundTask(last)
  }

  private func play(_ track: Data) {
    if variant == .mended { renewTask() }
    guard let player = try? AVAudioPlayer(data: track) else { return }
    self.player = player
    player.delegate = self
    print(player.play() ? "plays" : "cannot play")
    if variant == .mended { load() }
  }

  nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    DispatchQueue.main.async { self.ended() }
  }

  private func ended() {
    switch variant {
    case .faulty: load()  // Wrong: nothing plays while the track is loaded.
    case .mended:
      let track = nextTrack ?? .track
      nextTrack = nil
      play(track)
    }
  }

  private func load() {
    guard !isLoading else { return }
    isLoading = true
    let url = URL(string: "https://radio.example.com/track")!
    URLSession.shared.dataTask(with: url) { data, _, _ in
      DispatchQueue.main.async { self.loaded(data) }
    }.resume()
  }

  private func loaded(_ data: Data?) {
    isLoading = false
    switch variant {
    case .faulty:
      if data != nil { play(.track) } else { load() }
    case .mended: if data != nil { nextTrack = .track }
    }
  }
}

extension Data {
  /// A minute of sound.
  fileprivate static var track: Data {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let (rate, size) = (1_000, 60 * 1_000)
    let head: [UInt8] =
      Array("RIFF".utf8) + little(size + 36, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2) + little(1, 2) + little(rate, 4) + little(rate, 4) + little(1, 2)
      + little(8, 2) + Array("data".utf8) + little(size, 4)
    return Data(head + [UInt8](repeating: 90, count: size))
  }
}

extension KnownBug {
  static let silenceBetweenTracks = KnownBug(
    name: "SilenceBetweenTracks",
    thread: "https://github.com/mattgallagher/AudioStreamer/issues/31",
    clue: "suspended",
    property: .eventually(within: .minutes(3), "the music goes on") { stage in
      let plays = stage.app.log.lines(containing: "plays")
      guard let last = plays.last, stage.isOnline else { return true }
      return stage.app.state == .notRunning || stage.app.log.contains("cannot play")
        || last.launch != stage.app.launches.count || stage.world.now - last.instant < .seconds(90)
    },
    build: { world, variant in
      let server = try world.addServer("radio.example.com")
      server.respond(to: "GET", "/track") { _ in .text("a track") }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { RadioApp(variant) },
        infoPlist: InfoPlist([
          "CFBundleName": "SilenceBetweenTracks", "UIBackgroundModes": ["audio"],
        ]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "play") { (app: RadioApp) in app.play() }
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(8))
    })
}

@Suite struct SilenceBetweenTracksTests {
  @Test func `music ends in the background when the next track comes late`() async throws {
    try await expectShown(.silenceBetweenTracks) { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "play") { (app: RadioApp) in app.play() }
      await stage.phone.goHome()
      stage.phone.network.latency = .seconds(9)
      try await stage.world.pass(.minutes(8))
    }
  }

  @Test func `both forms play on when nothing goes wrong`() async throws {
    try await expectQuiet(.silenceBetweenTracks, prints: "plays")
  }
}
