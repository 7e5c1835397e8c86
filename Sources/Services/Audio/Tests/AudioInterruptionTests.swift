import AVFoundation
import Testing
import YobanTesting

/// An app that plays when it is interrupted (AU2).
@Suite(.world()) struct AudioInterruptionTests {
  /// An app that has played in the background for a minute. Its lines begin with "plays true".
  private static func playing(
    _ options: AVAudioSession.CategoryOptions = [], resumes: Bool = true
  ) async throws -> WorldFixture {
    let fixture = try await startApp(Sounder.app())
    await fixture.sounder {
      $0.resumes = resumes
      $0.play(.playback, options)
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.minutes(1))
    return fixture
  }

  @Test(arguments: [AudioInterruption.call, .alarm, .otherPlayback])
  func `an interruption suspends an app, and at its end the app resumes playing (AU2)`(
    _ interruption: AudioInterruption
  ) async throws {
    let fixture = try await Self.playing()
    fixture.phone.audio.interrupt(by: interruption)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.state == .suspended)
    try await fixture.world.pass(.minutes(10))
    fixture.phone.audio.endInterruption(shouldResume: true)
    try await fixture.world.pass(.hours(1))
    #expect(fixture.app.state == .background)
    await fixture.sounder { print($0.player.isPlaying) }
    #expect(
      fixture.lines == [
        "plays true", "interrupted", "interruption ended true", "resumes true", "true",
      ])
    #expect(fixture.world.findings.isEmpty)
  }

  @Test func `an app that does not resume playing after an interruption is suspended again (AU2)`()
    async throws
  {
    let fixture = try await Self.playing(resumes: false)
    fixture.phone.audio.interrupt(by: .call)
    try await fixture.world.pass(.minutes(1))
    fixture.phone.audio.endInterruption(shouldResume: true)
    try await fixture.world.pass(.seconds(9))
    #expect(fixture.app.state == .background)
    try await fixture.world.pass(.seconds(2))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.lines == ["plays true", "interrupted", "interruption ended true"])
    #expect(fixture.world.suspensions == 2)
  }

  @Test func `without shouldResume a suspended app learns of the end when it runs again (AU2)`()
    async throws
  {
    let fixture = try await Self.playing()
    fixture.phone.audio.interrupt(by: .otherPlayback)
    try await fixture.world.pass(.minutes(1))
    fixture.phone.audio.endInterruption(shouldResume: false)
    try await fixture.world.pass(.minutes(10))
    #expect(fixture.app.state == .suspended)
    await fixture.phone.open(fixture.app)
    #expect(fixture.lines == ["plays true", "interrupted", "interruption ended false"])
  }

  @Test func `an app in the foreground continues without its audio during an interruption (AU2)`()
    async throws
  {
    let fixture = try await startApp(Sounder.app())
    await fixture.sounder { $0.play() }
    fixture.phone.audio.interrupt(by: .call)
    await fixture.sounder {
      print($0.player.isPlaying, $0.player.play())
      $0.activate()
    }
    fixture.phone.audio.endInterruption(shouldResume: false)
    await fixture.sounder { print($0.player.isPlaying, $0.player.play()) }
    #expect(fixture.app.state == .active)
    #expect(
      fixture.lines == [
        "plays true", "interrupted", "false false", "setActive 561017449",
        "interruption ended false", "false true",
      ])
  }

  @Test func `a player resumes where the interruption paused it (AU2)`() async throws {
    let fixture = try await startApp(Sounder.app(.wave(100)))
    await fixture.sounder { $0.play() }
    try await fixture.world.pass(.seconds(40))
    fixture.phone.audio.interrupt(by: .alarm)
    try await fixture.world.pass(.seconds(40))
    fixture.phone.audio.endInterruption(shouldResume: true)
    try await fixture.world.pass(.seconds(5))
    await fixture.sounder { print($0.player.currentTime.rounded()) }
    #expect(fixture.lines.last == "45.0")
  }

  @Test func `a session that mixes is not interrupted by another app (AU2)`() async throws {
    let fixture = try await Self.playing(.mixWithOthers)
    fixture.phone.audio.interrupt(by: .otherPlayback)
    try await fixture.world.pass(.minutes(10))
    #expect(fixture.app.state == .background)
    for isOther in [true, false] {
      await fixture.sounder {
        print($0.session.isOtherAudioPlaying, $0.session.secondaryAudioShouldBeSilencedHint)
      }
      if isOther { fixture.phone.audio.endInterruption(shouldResume: false) }
    }
    #expect(fixture.lines == ["plays true", "true true", "false false"])
  }

  @Test func `only an app in the foreground that mixes is notified of primary audio (AU2)`()
    async throws
  {
    let fixture = try await startApp(Sounder.app(modes: []))
    await fixture.sounder { $0.play(.ambient) }
    fixture.phone.audio.interrupt(by: .otherPlayback)
    fixture.phone.audio.endInterruption(shouldResume: false)
    await fixture.phone.goHome()
    fixture.phone.audio.interrupt(by: .otherPlayback)
    #expect(fixture.lines == ["plays true", "hint true", "hint false"])
  }

  // MARK: Two apps

  @Test func `another app's playback interrupts, and its end is notified if requested (AU2)`()
    async throws
  {
    let fixture = try await startApp(Sounder.app(named: "Music"))
    let (phone, music) = (fixture.phone, fixture.app)
    await phone.sounder(music) { $0.play() }
    let voice = try phone.install(Sounder.app(named: "Voice"))
    await phone.open(voice)
    try await fixture.world.pass(.seconds(5))
    #expect(music.state == .background)
    for notifies in [true, false] {
      await phone.sounder(voice) { $0.play() }
      try await fixture.world.pass(.seconds(5))
      #expect(music.state == .suspended)
      await phone.sounder(voice) {
        $0.player.stop()
        $0.deactivate(notifies ? .notifyOthersOnDeactivation : [])
      }
      try await fixture.world.pass(.minutes(1))
      #expect(music.state == (notifies ? .background : .suspended))
    }
    #expect(
      fixture.lines == [
        "plays true", "interrupted", "interruption ended true", "resumes true", "interrupted",
      ])
  }

  @Test func `apps that mix play together (AU2)`() async throws {
    let fixture = try await startApp(Sounder.app(named: "Music"))
    let guide = try fixture.phone.install(Sounder.app(named: "Guide"))
    await fixture.sounder { $0.play() }
    await fixture.phone.open(guide)
    await fixture.phone.sounder(guide) { $0.play(.playback, .duckOthers) }
    await fixture.phone.goHome()
    try await fixture.world.pass(.minutes(10))
    #expect(fixture.app.state == .background && guide.state == .background)
  }

  // MARK: Route, media services

  @Test func `headphones change the route, and playback continues`() async throws {
    let fixture = try await Self.playing()
    fixture.phone.audio.setRoute(.headphones)
    fixture.phone.audio.setRoute(.headphones)
    try await fixture.world.pass(.seconds(10))
    fixture.phone.audio.setRoute(.speaker)
    try await fixture.world.pass(.minutes(1))
    #expect(fixture.app.state == .background)
    #expect(fixture.lines == ["plays true", "route 1", "route 2"])
  }

  @Test func `restarted media services stop all sound and reset the category`() async throws {
    let fixture = try await Self.playing()
    fixture.phone.audio.restartMediaServices()
    await fixture.sounder { print($0.player.isPlaying, $0.session.category == .soloAmbient) }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.lines == ["plays true", "lost", "reset", "false true"])
  }

  @Test func `a reboot ends an interruption`() async throws {
    let phone = try World.current.addPhone(iOS: 17)
    phone.audio.interrupt(by: .call)
    try await phone.reboot()
    #expect(phone.audio.interruption == nil)
    phone.audio.endInterruption(shouldResume: true)
  }
}
