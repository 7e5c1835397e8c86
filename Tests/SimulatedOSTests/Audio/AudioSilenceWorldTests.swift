import Testing
import YobanVirtualTime

@testable import YobanSimulatedAndroid
@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS

@Suite struct AudioSilenceWorldTests {
  private static let finding = Finding.Kind.audioSilentKeepalive.by("AU3")

  /// Returns the findings about an app that plays in the background for ten minutes.
  private static func findings(
    _ sound: SoundFile, _ begin: @escaping @Sendable (Sounder) -> Void = { _ in },
    _ later: @escaping @Sendable (Phone, InstalledApp) async throws -> Void = { _, _ in }
  ) async throws -> [Finding.Kind] {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app(sound).definition)
      await phone.open(app)
      await phone.sounder(app) {
        begin($0)
        $0.play()
      }
      try await sleep(600)
      await phone.goHome()
      try await later(phone, app)
      try await sleep(600)
      #expect(app.state == .background, "silence keeps it running as well")
    }
    return world.findings
  }

  @Test func `a file of zeros that keeps an app running is a finding, once (AU3)`() async throws {
    #expect(try await Self.findings(.tone(isSilent: true)) == [Self.finding])
  }

  @Test func `volume 0 that keeps an app running is a finding (AU3)`() async throws {
    #expect(try await Self.findings(.tone()) { $0.playback.volume = 0 } == [Self.finding])
  }

  @Test func `a player that is turned down in background is a finding (AU3)`() async throws {
    let findings = try await Self.findings(.tone()) { _ in
    } _: { phone, app in
      await phone.sounder(app) { $0.playback.volume = 0 }
    }
    #expect(findings == [Self.finding])
  }

  @Test func `audible sound, even with a short pause, is no finding (AU3)`() async throws {
    let findings = try await Self.findings(.tone()) { _ in
    } _: { phone, app in
      for volume in [Float(0), 0.5, 0, 1] {
        await phone.sounder(app) { $0.playback.volume = volume }
        try await sleep(29)
      }
    }
    #expect(findings == [])
  }

  @Test func `silence in the foreground is no finding (AU3)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app(.tone(isSilent: true)).definition)
      await phone.open(app)
      await phone.sounder(app) { $0.play() }
      try await sleep(600)
    }
    #expect(world.findings == [])
  }
}

@Suite struct MicrophoneWorldTests {
  /// An app in the foreground that requests the microphone or records at once. The user answers
  /// after 2 s.
  private static func run(
    iOS version: SystemVersion = 17, text: String? = "To test.", answer: Bool = true,
    _ body: @escaping @Sendable (Sounder) -> Void
  ) async throws -> World {
    var app = AudioApp.app()
    app.info["NSMicrophoneUsageDescription"] = text
    let definition = app.definition
    return try await withPhone(iOS: version) { phone in
      let app = try phone.install(definition)
      phone.audio.answerMicrophone(answer, for: app)
      await phone.open(app)
      await phone.sounder(app) { $0.configure(.record) }
      await phone.sounder(app, body)
      try await sleep(10)
      await phone.sounder(app) { _ in print(phone.audio.microphonePermission(of: app)) }
    }
  }

  @Test(arguments: [true, false])
  func `the user is asked once, and later requests get the same answer (AU4)`(_ answer: Bool)
    async throws
  {
    let world = try await Self.run(answer: answer) { sounder in
      let service = sounder.launch.device.audio
      service.requestMicrophone(for: sounder.launch.process) { first in
        print("first \(first)")
        service.requestMicrophone(for: sounder.launch.process) { print("second \($0)") }
      }
    }
    let moments = world.moments { $0 == .output("first \(answer)") }
    let asked = try #require(
      world.moments { $0 == .output("route categoryChange from speaker") }.first)
    #expect(moments.map { ($0 - asked).seconds.rounded() } == [2])
    #expect(
      world.output.suffix(3) == [
        "first \(answer)", "second \(answer)", answer ? "granted" : "denied",
      ])
  }

  @Test(arguments: zip([9.3, 10, 17] as [SystemVersion], [false, true, true]))
  func `from iOS 10 on a missing text ends the app (AU4)`(_ version: SystemVersion, _ ends: Bool)
    async throws
  {
    let request: @Sendable (Sounder) -> Void = { sounder in
      sounder.launch.device.audio.requestMicrophone(for: sounder.launch.process) {
        print("asked \($0)")
      }
    }
    let record: @Sendable (Sounder) -> Void = { print($0.recording.record(for: nil)) }
    for use in [request, record] {
      let world = try await Self.run(iOS: version, text: nil, use)
      #expect(world.ends.count == (ends ? 1 : 0))
      #expect(world.findings == (ends ? [.plistMissingKey.by("AU4")] : []))
    }
  }

  @Test func `before iOS 7 the user is not asked (AU4)`() async throws {
    let world = try await Self.run(iOS: 6) { print($0.recording.record(for: nil)) }
    #expect(world.output.suffix(2) == ["true", "granted"])
  }

  @Test func `an app in background must be in foreground before the user is asked (AU4)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      await phone.sounder(app) { _ = $0.launch.process.beginBackgroundTask(name: "work") }
      await phone.goHome()
      await phone.sounder(app) { sounder in
        sounder.launch.device.audio.requestMicrophone(for: sounder.launch.process) { print($0) }
      }
      try await sleep(60)
      #expect(phone.audio.microphonePermission(of: app) == .undetermined)
      await phone.open(app)
      try await sleep(3)
    }
    #expect(world.output == ["true"])
  }

  @Test func `a recorder that is denied permission does not record (AU4)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      phone.audio.setMicrophonePermission(.denied, for: app)
      await phone.open(app)
      await phone.sounder(app) {
        $0.configure(.record)
        print($0.recording.record(for: nil), $0.recording.isRecording)
      }
    }
    #expect(world.output.last == "false false")
    #expect(world.audioEvents.contains(.microphone("denied")))
  }

  @Test func `a recorder requests permission itself, and records silence until the answer (AU4)`()
    async throws
  {
    try await withPhone { phone in
      let app = try phone.install(AudioApp.app().definition)
      await phone.open(app)
      await phone.sounder(app) {
        $0.configure(.record)
        print($0.recording.record(for: .seconds(30)))
      }
      try await sleep(3)
      #expect(phone.audio.microphonePermission(of: app) == .granted)
      try await sleep(30)
      let url = app.container.documents.appending(path: "recording.wav")
      let file = try SoundFile(contentsOf: url)
      #expect(file.duration == .seconds(30) && file.isSilent)
    }
  }
}
