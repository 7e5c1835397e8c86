import AVFoundation
import Testing
import UIKit
import YobanTesting

@Suite struct AVAudioSessionTests {
  static func appFixture(
    _ modes: [String] = ["audio"], _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var appFixture = AppFixture { _ in launched() }
    appFixture.plist = InfoPlist([
      "UIBackgroundModes": modes, "NSMicrophoneUsageDescription": "To test.",
    ])
    return appFixture
  }

  /// Prints the domain and code of an error.
  static func attempt(_ what: String, _ body: () throws -> Void) {
    do { try body() } catch {
      let error = error as NSError
      print(what, error.domain == NSOSStatusErrorDomain, error.code)
    }
  }

  @Test(.world())
  func `a session begins with Apple's defaults, and keeps the app's settings (AU1)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch {
      let session = AVAudioSession.sharedInstance()
      print(session === AVAudioSession.sharedInstance())
      print(
        session.category == .soloAmbient, session.mode == .default, session.categoryOptions == [])
      try! session.setCategory(
        .playback, mode: .spokenAudio, options: [.mixWithOthers, .duckOthers])
      print(session.category.rawValue, session.mode.rawValue, session.categoryOptions.rawValue)
      try! session.setMode(.measurement)
      print(session.category == .playback, session.mode == .measurement)
      try! session.setCategory(.playAndRecord)
      print(session.mode == .default, session.categoryOptions == [])
      Self.attempt("options") { try session.setCategory(.record, options: .mixWithOthers) }
      Self.attempt("unknown") { try session.setCategory(.init(rawValue: "singing")) }
      print(session.category == .playAndRecord)
    }
    #expect(
      fixture.world.log.texts == [
        "true", "true true true",
        "AVAudioSessionCategoryPlayback AVAudioSessionModeSpokenAudio 3", "true true",
        "true true", "options true -50", "unknown true -50", "true",
      ])
  }

  @Test(.world()) func `each process has its own session`() async throws {
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch { try! AVAudioSession.sharedInstance().setCategory(.playback) }
    fixture.phone.jetsam(fixture.app)
    await fixture.phone.open(fixture.app)
    await fixture.touch { print(AVAudioSession.sharedInstance().category.rawValue) }
    #expect(fixture.world.log.texts == ["AVAudioSessionCategorySoloAmbient"])
  }

  @Test func `activation fails in background with Apple's codes (AU1)`() async throws {
    for (modes, options, code) in [
      ([], AVAudioSession.CategoryOptions.mixWithOthers, 561_015_905),
      (["audio"], [], 560_557_684), (["audio"], .mixWithOthers, 0),
    ] {
      let fixture = try await withWorld { _ in
        let fixture = try await startApp(Self.appFixture(modes))
        await fixture.touch {
          _ = UIApplication.shared.beginBackgroundTask()
          try! AVAudioSession.sharedInstance().setCategory(.playback, options: options)
        }
        await fixture.phone.goHome()
        try await fixture.world.pass(.seconds(5))
        await fixture.touch {
          Self.attempt("active") { try AVAudioSession.sharedInstance().setActive(true) }
          print(try! AVAudioPlayer(data: .wave(10)).play())
        }
        return fixture
      }
      #expect(
        fixture.world.log.texts == (code == 0 ? ["true"] : ["active true \(code)", "false"]))
    }
  }

  @Test(.world()) func `deactivation while a player plays throws isBusy, and pauses it (AU1)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch {
      let session = AVAudioSession.sharedInstance()
      let player = try! AVAudioPlayer(data: .wave(10))
      Kept.of("player", player)
      print(player.play())
      Self.attempt("inactive") {
        try session.setActive(false, options: .notifyOthersOnDeactivation)
      }
      print(player.isPlaying)
      Self.attempt("inactive") { try session.setActive(false) }
    }
    #expect(fixture.world.log.texts == ["true", "inactive true 560030580", "false"])
  }

  // MARK: Notifications

  @MainActor static func observe(
    _ name: NSNotification.Name, _ words: @escaping (Notification) -> String
  ) {
    nonisolated(unsafe) let words = words
    let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
      print(words($0), Thread.isMainThread)
    }
    Kept.of(name.rawValue, observer)
  }

  static func words(ofInterruption notification: Notification) -> String {
    let info = notification.userInfo ?? [:]
    guard let raw = info[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: raw)
    else { return "no type" }
    let isSession = notification.object as? AVAudioSession === AVAudioSession.sharedInstance()
    switch type {
    case .began:
      let reason = info[AVAudioSessionInterruptionReasonKey] as? UInt
      let wasSuspended = info[AVAudioSessionInterruptionWasSuspendedKey] as? Bool
      return "began \(isSession) \(reason.map { "\($0)" } ?? "nil") \(wasSuspended ?? false)"
    case .ended:
      let options = AVAudioSession.InterruptionOptions(
        rawValue: info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 99)
      return "ended \(isSession) \(options.contains(.shouldResume)) \(options.rawValue)"
    }
  }

  @Test(.world(), arguments: zip([13, 17] as [SystemVersion], ["nil", "0"]))
  func `an interruption posts a notification with type, reason and options (AU2)`(
    _ version: SystemVersion, _ reason: String
  ) async throws {
    let fixture = try await startApp(Self.appFixture(), iOS: version)
    await fixture.touch {
      Self.observe(AVAudioSession.interruptionNotification) { Self.words(ofInterruption: $0) }
      try! AVAudioSession.sharedInstance().setActive(true)
    }
    for shouldResume in [true, false] {
      fixture.phone.audio.interrupt(by: .call)
      fixture.phone.audio.endInterruption(shouldResume: shouldResume)
      await fixture.touch { try! AVAudioSession.sharedInstance().setActive(true) }
    }
    #expect(
      fixture.world.log.texts == [
        "began true \(reason) false true", "ended true true 1 true",
        "began true \(reason) false true", "ended true false 0 true",
      ])
  }

  @Test(
    .world(),
    arguments: zip([9.3, 15, 17] as [SystemVersion], [[], ["began true 1 true true"], []]))
  func `a suspended app is notified that its session is inactive, from iOS 10 to 15 (AU1)`(
    _ version: SystemVersion, _ lines: [String]
  ) async throws {
    let fixture = try await startApp(Self.appFixture(), iOS: version)
    await fixture.touch {
      Self.observe(AVAudioSession.interruptionNotification) { Self.words(ofInterruption: $0) }
      try! AVAudioSession.sharedInstance().setActive(true)
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == lines)
  }

  @Test(.world()) func `headphones change the route, and the notification has the previous one`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch {
      let session = AVAudioSession.sharedInstance()
      try! session.setCategory(.playAndRecord)
      let route = session.currentRoute
      print(route.outputs.map(\.portType.rawValue), route.inputs.map(\.portType.rawValue))
    }
    await fixture.touch {
      Self.observe(AVAudioSession.routeChangeNotification) { notification in
        let info = notification.userInfo!
        let reason = info[AVAudioSessionRouteChangeReasonKey] as! UInt
        let previous =
          info[AVAudioSessionRouteChangePreviousRouteKey] as! AVAudioSessionRouteDescription
        let now = AVAudioSession.sharedInstance().currentRoute.outputs[0]
        return "\(reason) \(previous.outputs[0].portName) \(now.portType == .headphones)"
      }
    }
    fixture.phone.audio.setRoute(.headphones)
    try await fixture.world.pass(.seconds(1))
    fixture.phone.audio.setRoute(.speaker)
    try await fixture.world.pass(.seconds(1))
    await fixture.touch { try! AVAudioSession.sharedInstance().setCategory(.ambient) }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        #"["Speaker"] ["MicrophoneBuiltIn"]"#, "1 Speaker true true", "2 Headphones false true",
        "3 Speaker false true",
      ])
  }

  @Test(.world()) func `media services and other apps' audio post notifications (AU2)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch {
      for name in [
        AVAudioSession.mediaServicesWereLostNotification,
        AVAudioSession.mediaServicesWereResetNotification,
      ] {
        Self.observe(name) { $0.name.rawValue }
      }
      Self.observe(AVAudioSession.silenceSecondaryAudioHintNotification) {
        let type = $0.userInfo![AVAudioSessionSilenceSecondaryAudioHintTypeKey] as! UInt
        return "hint \(type == AVAudioSession.SilenceSecondaryAudioHintType.begin.rawValue)"
      }
      let session = AVAudioSession.sharedInstance()
      try! session.setCategory(.ambient)
      try! session.setActive(true)
    }
    fixture.phone.audio.interrupt(by: .otherPlayback)
    await fixture.touch {
      let session = AVAudioSession.sharedInstance()
      print(session.isOtherAudioPlaying, session.secondaryAudioShouldBeSilencedHint)
    }
    fixture.phone.audio.endInterruption(shouldResume: false)
    try await fixture.world.pass(.seconds(1))
    fixture.phone.audio.restartMediaServices()
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "hint true true", "true true", "hint false true",
        "AVAudioSessionMediaServicesWereLostNotification true",
        "AVAudioSessionMediaServicesWereResetNotification true",
      ])
  }

  // MARK: Microphone

  @Test(.world()) func `the permission for the microphone can be requested in three ways (AU4)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture())
    fixture.phone.audio.answerMicrophone(true, for: fixture.app)
    await fixture.touch {
      let session = AVAudioSession.sharedInstance()
      print(session.recordPermission == .undetermined)
      session.requestRecordPermission { print("session", $0) }
      AVAudioApplication.requestRecordPermission { print("application", $0) }
      Task {
        print("awaited", await AVAudioApplication.requestRecordPermission())
        print(AVAudioApplication.shared.recordPermission == .granted)
        print(AVAudioApplication.shared === AVAudioApplication.shared)
      }
    }
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.world.log.texts == [
        "true", "session true", "application true", "awaited true", "true", "true",
      ])
  }

}

extension Data {
  /// Creates a WAV file with 8 kHz, 16 bits and one channel.
  static func wave(_ seconds: Int, channels: Int = 1, sample: UInt8 = 1) -> Data {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(value >> ($0 * 8) & 0xFF) }
    }
    let size = seconds * 16_000 * channels
    let head: [UInt8] =
      Array("RIFF".utf8) + little(size + 36, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2) + little(channels, 2) + little(8_000, 4) + little(16_000 * channels, 4)
    return Data(
      head + little(2 * channels, 2) + little(16, 2) + Array("data".utf8) + little(size, 4)
        + [UInt8](repeating: sample, count: size))
  }
}
