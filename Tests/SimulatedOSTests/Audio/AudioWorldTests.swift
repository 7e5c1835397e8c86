import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedAndroid
@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS

@Suite struct AudioWorldTests {
  @Test func `an app that plays keeps running in background (AU1)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      await phone.sounder(app) {
        $0.play()
        $0.tick()
      }
      await phone.goHome()
      try await sleep(7_201)
      #expect(app.state == .background && app.process?.isRunning == true)
    }
    #expect(world.output.filter { $0 == "tick" }.count == 121)
    #expect(world.audioEvents.contains(.keepsRunning(true)))
    #expect(world.findings == [])
    #expect(!world.states.contains(.suspended))
  }

  @Test func `a locked screen does not stop playback (AU2)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      await phone.sounder(app) { $0.play() }
      await phone.lock()
      try await sleep(3_600)
      #expect(app.state == .background)
    }
    #expect(world.findings == [])
  }

  @Test func `an app whose player pauses in background is suspended within a second (AU1)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      await phone.sounder(app) { $0.play() }
      await phone.goHome()
      try await sleep(100)
      await phone.sounder(app) { $0.playback.pause() }
      try await sleep(1)
      #expect(app.state == .suspended)
      try await sleep(100)
    }
    #expect(world.moments(of: .suspended).count == 1)
    #expect(
      world.audioEvents.suffix(3) == [
        .stopped(1, "paused"), .keepsRunning(false), .session("inactive"),
      ])
  }

  @Test func `an app is notified when its sound ends, and then suspended (AU1)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app(.tone(30)).definition)
      await phone.open(app)
      await phone.sounder(app) {
        $0.playback.loops = 1
        $0.play()
      }
      await phone.goHome()
      try await sleep(59.9)
      #expect(app.state == .background)
      try await sleep(1.2)
      #expect(app.state == .suspended)
    }
    #expect(world.output == ["plays true", "route categoryChange from speaker", "finished true"])
  }

  @Test func `an app that records keeps running in background (AU1)`() async throws {
    try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      phone.audio.setMicrophonePermission(.granted, for: app)
      await phone.open(app)
      await phone.sounder(app) {
        $0.configure(.record)
        print($0.recording.record(for: nil))
      }
      await phone.goHome()
      try await sleep(3_600)
      #expect(app.state == .background)
      await phone.sounder(app) { $0.recording.stop() }
      try await sleep(2)
      #expect(app.state == .suspended)
      let url = app.container.documents.appending(path: "recording.wav")
      let file = try SoundFile(contentsOf: url)
      #expect(abs(file.duration.seconds - 3_600) < 1)
      #expect(!file.isSilent)
    }
  }

  // MARK: Audio that stops

  struct Row: Sendable, CustomTestStringConvertible {
    var modes: [String]
    var category: AudioCategory
    var finding: Finding.Kind?
    var testDescription: String { "\(modes) \(category)" }
  }

  static let rows: [Row] = [
    .init(modes: [], category: .playback, finding: .audioNoBackgroundMode.by("AU1")),
    .init(modes: ["location"], category: .multiRoute, finding: .audioNoBackgroundMode.by("AU1")),
    .init(modes: ["audio"], category: .ambient, finding: .audioCategoryStops.by("AU1")),
    .init(modes: ["audio"], category: .soloAmbient, finding: .audioCategoryStops.by("AU1")),
    .init(modes: [], category: .ambient), .init(modes: [], category: .soloAmbient),
  ]

  @Test(arguments: rows)
  func `audio stops on the way to background without the mode or a suitable category (AU1)`(
    _ row: Row
  ) async throws {
    for locks in [true, false] {
      let world = try await withPhone { phone in
        let app = try phone.install(AudioApp.app(modes: row.modes).definition)
        await phone.open(app)
        await phone.sounder(app) {
          $0.play(row.category)
          print($0.playback.isPlaying)
        }
        if locks { await phone.lock() } else { await phone.goHome() }
        try await sleep(2)
        #expect(app.state == .suspended)
        await phone.open(app)
        await phone.sounder(app) { print($0.playback.isPlaying, $0.playback.play()) }
      }
      // The notification about a category that is not the default is posted on the main queue.
      let output = world.output.filter { $0 != "route categoryChange from speaker" }
      #expect(output == ["plays true", "true", "false true"])
      #expect(world.findings == (row.finding.map { [$0] } ?? []))
      #expect(!world.audioEvents.contains(.keepsRunning(true)))
    }
  }

  @Test func `an app that runs in background for another reason may not start to play (AU1)`()
    async throws
  {
    let world = try await withPhone { phone in
      for mode in ["location", "audio"] {
        let app = try phone.install(
          AudioApp.app(named: mode, modes: [mode]) { $0.configure(.playback, .mixWithOthers) }
            .definition)
        await phone.open(app)
        await phone.sounder(app) { _ = $0.launch.process.beginBackgroundTask(name: "work") }
        await phone.goHome()
        try await sleep(5)
        await phone.sounder(app) {
          $0.activate()
          print($0.playback.play())
        }
      }
    }
    #expect(
      world.output.filter { !$0.hasPrefix("route") } == [
        "setActive cannotStartPlaying", "false", "true",
      ])
  }

  @Test func `a session that does not mix can start in background only as Now Playing (AU1)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      await phone.sounder(app) { _ = $0.launch.process.beginBackgroundTask(name: "work") }
      await phone.goHome()
      try await sleep(1)
      await phone.sounder(app) {
        $0.configure(.playback)
        $0.activate()
      }
      await phone.open(app)
      await phone.sounder(app) { $0.play() }
      await phone.goHome()
      await phone.sounder(app) {
        $0.playback.pause()
        $0.deactivate()
        $0.activate()
        print($0.playback.play())
      }
    }
    #expect(
      world.output.filter { !$0.hasPrefix("route") } == [
        "setActive cannotInterruptOthers", "plays true", "true",
      ])
  }

  // MARK: Ends of a process

  @Test func `a force-quit ends playback and with it the app's run time (AU1)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      await phone.sounder(app) {
        $0.play()
        $0.tick()
      }
      await phone.goHome()
      try await sleep(121)
      await phone.swipeAway(app)
      #expect(app.state == .notRunning)
      try await sleep(600)
      await phone.open(app)
      await phone.sounder(app) { print($0.playback.isPlaying, $0.session.configuration.category) }
    }
    #expect(world.ends == [.forceQuit])
    #expect(world.output.filter { $0 == "tick" }.count == 3)
    #expect(world.output.last == "false soloAmbient")
    #expect(world.findings == [])
  }

  @Test func `recorded audio survives a kill (AU1)`() async throws {
    try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      phone.audio.setMicrophonePermission(.granted, for: app)
      await phone.open(app)
      await phone.sounder(app) {
        $0.configure(.record)
        print($0.recording.record(for: nil))
      }
      try await sleep(10)
      phone.jetsam(app)
      let url = app.container.documents.appending(path: "recording.wav")
      let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      #expect(abs(Double(size) / 16_000 - 10) < 0.1)
    }
  }

  @Test func `background tasks do not count down while audio plays (BG7, AU1)`() async throws {
    try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      await phone.sounder(app) {
        $0.play()
        _ = $0.launch.process.beginBackgroundTask(name: "work")
      }
      await phone.goHome()
      try await sleep(600)
      #expect(app.process?.backgroundTimeRemaining == nil)
      await phone.sounder(app) { $0.playback.pause() }
      try await sleep(1)
      let left = try #require(app.process?.backgroundTimeRemaining)
      #expect(app.state == .background && left > .seconds(28) && left < .seconds(30))
      try await sleep(30)
      #expect(app.state == .suspended)
    }
  }

  @Test func `a call from a process that has ended is a finding, and does nothing`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      nonisolated(unsafe) var old: Sounder?
      await phone.sounder(app) { old = $0 }
      phone.jetsam(app)
      #expect(old?.playback.play() == false)
      old?.activate()
      old?.configure(.playback)
      #expect(old?.recording.record(for: nil) == false)
    }
    #expect(world.findings.count == 4)
    #expect(Set(world.findings).count == 1)
  }
}
