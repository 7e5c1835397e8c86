import Testing
import YobanVirtualTime

@testable import YobanSimulatedAndroid
@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS

@Suite struct AudioInterruptionWorldTests {
  /// A phone with an app that plays in the background. Returns the output without the lines of the
  /// app's launch and of its category.
  private static func playing(
    _ options: AudioOptions = [], iOS version: SystemVersion = 17,
    _ scenario: @escaping @Sendable (Phone, InstalledApp) async throws -> Void
  ) async throws -> (world: World, output: [String]) {
    let world = try await withPhone(iOS: version) { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      await phone.sounder(app) { $0.play(.playback, options) }
      await phone.goHome()
      try await sleep(60)
      try await scenario(phone, app)
    }
    let output = world.output.drop { $0 != "plays true" }.dropFirst()
    return (world, output.filter { $0 != "route categoryChange from speaker" })
  }

  @Test(arguments: [AudioInterruption.call, .alarm, .otherPlayback])
  func `an interruption suspends an app, and at its end the app resumes playing (AU2)`(
    _ interruption: AudioInterruption
  ) async throws {
    let (world, output) = try await Self.playing { phone, app in
      phone.audio.interrupt(by: interruption)
      try await sleep(1)
      #expect(app.state == .suspended)
      try await sleep(600)
      phone.audio.endInterruption(shouldResume: true)
      try await sleep(3_600)
      #expect(app.state == .background)
      await phone.sounder(app) { print($0.playback.isPlaying) }
    }
    #expect(output == ["began default", "ended true", "resumes true", "true"])
    #expect(world.findings == [])
  }

  @Test func `an app that does not resume playing after an interruption is suspended again (AU2)`()
    async throws
  {
    let (world, output) = try await Self.playing { phone, app in
      await phone.sounder(app) { $0.resumes = false }
      phone.audio.interrupt(by: .call)
      try await sleep(60)
      phone.audio.endInterruption(shouldResume: true)
      try await sleep(9)
      #expect(app.state == .background)
      try await sleep(2)
      #expect(app.state == .suspended)
    }
    #expect(output == ["began default", "ended true"])
    #expect(world.moments(of: .suspended).count == 2)
  }

  @Test func `without shouldResume a suspended app learns of the end when it runs again (AU2)`()
    async throws
  {
    let (_, output) = try await Self.playing { phone, app in
      phone.audio.interrupt(by: .otherPlayback)
      try await sleep(60)
      phone.audio.endInterruption(shouldResume: false)
      try await sleep(600)
      #expect(app.state == .suspended)
      await phone.open(app)
    }
    #expect(output == ["began default", "ended false"])
  }

  @Test func `an app in the foreground continues without its audio during an interruption (AU2)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      await phone.sounder(app) { $0.play() }
      phone.audio.interrupt(by: .call)
      await phone.sounder(app) {
        print($0.playback.isPlaying, $0.playback.play())
        $0.activate()
      }
      phone.audio.endInterruption(shouldResume: false)
      await phone.sounder(app) { print($0.playback.isPlaying, $0.playback.play()) }
      #expect(app.state == .active)
    }
    #expect(
      world.output.dropFirst(2) == [
        "began default", "false false", "setActive insufficientPriority", "ended false",
        "false true",
      ])
  }

  @Test func `a player resumes where the interruption paused it (AU2)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app(.tone(100)).definition)
      await phone.open(app)
      await phone.sounder(app) { $0.play() }
      try await sleep(40)
      phone.audio.interrupt(by: .alarm)
      try await sleep(40)
      phone.audio.endInterruption(shouldResume: true)
      try await sleep(5)
      await phone.sounder(app) { print(Int($0.playback.position.seconds.rounded())) }
    }
    #expect(world.output.last == "45")
  }

  @Test func `a session that mixes is not interrupted by another app (AU2)`() async throws {
    let (_, output) = try await Self.playing(.mixWithOthers) { phone, app in
      phone.audio.interrupt(by: .otherPlayback)
      try await sleep(600)
      #expect(app.state == .background)
      await phone.sounder(app) {
        print($0.session.isOtherAudioPlaying, $0.session.secondaryAudioShouldBeSilenced)
      }
      phone.audio.endInterruption(shouldResume: false)
      await phone.sounder(app) {
        print($0.session.isOtherAudioPlaying, $0.session.secondaryAudioShouldBeSilenced)
      }
    }
    #expect(output == ["true true", "false false"])
  }

  @Test func `an app in the foreground that mixes is notified of primary audio (AU2)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app(modes: []).definition)
      await phone.open(app)
      await phone.sounder(app) { $0.play(.ambient) }
      phone.audio.interrupt(by: .otherPlayback)
      phone.audio.endInterruption(shouldResume: false)
      await phone.goHome()
      phone.audio.interrupt(by: .otherPlayback)
    }
    #expect(world.output.suffix(2) == ["hint true", "hint false"])
  }

  // MARK: Two apps

  @Test func `another app's playback interrupts, and its end is notified if requested (AU2)`()
    async throws
  {
    let world = try await withPhone { phone in
      let music = try phone.install(AudioApp.app(named: "Music").definition)
      let voice = try phone.install(AudioApp.app(named: "Voice").definition)
      await phone.open(music)
      await phone.sounder(music) { $0.play() }
      await phone.open(voice)
      try await sleep(5)
      #expect(music.state == .background)
      for notifies in [true, false] {
        await phone.sounder(voice) { $0.play() }
        try await sleep(5)
        #expect(music.state == .suspended)
        await phone.sounder(voice) {
          $0.playback.stop()
          $0.deactivate(notifiesOthers: notifies)
        }
        try await sleep(60)
        #expect(music.state == (notifies ? .background : .suspended))
      }
    }
    let lines = world.trace.events.compactMap { event -> String? in
      guard let line = event.kind.output, event.process == "Music#1" else { return nil }
      return line
    }
    #expect(
      lines.dropFirst(2) == ["began default", "ended true", "resumes true", "began default"])
  }

  @Test func `apps that mix play together (AU2)`() async throws {
    try await withPhone { phone in
      let music = try phone.install(AudioApp.app(named: "Music").definition)
      let guide = try phone.install(AudioApp.app(named: "Guide").definition)
      await phone.open(music)
      await phone.sounder(music) { $0.play() }
      await phone.open(guide)
      await phone.sounder(guide) { $0.play(.playback, .duckOthers) }
      await phone.goHome()
      try await sleep(600)
      #expect(music.state == .background && guide.state == .background)
    }
  }

  // MARK: Suspension

  @Test(arguments: zip([9.3, 15, 17] as [SystemVersion], [[], ["began appWasSuspended"], []]))
  func `a suspended app is notified that its session is inactive, from iOS 10 to 15 (AU1)`(
    _ version: SystemVersion, _ lines: [String]
  ) async throws {
    let (_, output) = try await Self.playing(iOS: version) { phone, app in
      await phone.sounder(app) { $0.playback.pause() }
      try await sleep(60)
      #expect(app.state == .suspended)
      await phone.open(app)
      try await sleep(1)
    }
    #expect(output == lines)
  }

  // MARK: Route, media services

  @Test func `headphones change the route, and playback continues`() async throws {
    let (_, output) = try await Self.playing { phone, app in
      phone.audio.setRoute(.headphones)
      phone.audio.setRoute(.headphones)
      try await sleep(10)
      phone.audio.setRoute(.speaker)
      try await sleep(60)
      #expect(app.state == .background)
    }
    #expect(
      output == [
        "route newDeviceAvailable from speaker", "route oldDeviceUnavailable from headphones",
      ])
  }

  @Test func `restarted media services stop all sound and reset the category`() async throws {
    let (_, output) = try await Self.playing { phone, app in
      phone.audio.restartMediaServices()
      await phone.sounder(app) { print($0.playback.isPlaying, $0.session.configuration.category) }
      try await sleep(1)
      #expect(app.state == .suspended)
    }
    #expect(output == ["lost", "reset", "false soloAmbient"])
  }

  @Test func `a reboot ends an interruption`() async throws {
    try await withPhone { phone in
      phone.audio.interrupt(by: .call)
      try await phone.reboot()
      #expect(phone.audio.interruption == nil)
      phone.audio.endInterruption(shouldResume: true)
    }
  }
}
