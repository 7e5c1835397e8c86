import AVFoundation
import Foundation
import Testing
import WatchKit
import YobanTesting

/// Long-form audio of a watch app, its routes and the route picker (AU5).
@Suite struct LongFormAudioTests {
  private struct Fixture {
    let world: World
    let watch: Watch
    let app: InstalledApp

    func touch(_ body: @escaping @MainActor @Sendable () -> Void) async {
      await watch.touch(app, "test", body)
    }
  }

  /// Installs a watch app that does nothing by itself, and opens it.
  private func start(
    watchOS version: SystemVersion, _ model: WatchModel? = nil, modes: [String] = ["audio"]
  ) async throws -> Fixture {
    let world = try World.current
    let watch = try world.addWatch("watch", .watch(watchOS: version, model))
    let app = try watch.install(
      .making { ScriptedWatchDelegate(WatchAppFixture()) },
      infoPlist: InfoPlist([
        "UIBackgroundModes": modes, "WKBackgroundModes": ["workout-processing"],
        "NSHealthUpdateUsageDescription": "To test.", "NSHealthShareUsageDescription": "To test.",
      ]), entitlements: ["com.apple.developer.healthkit"])
    await watch.open(app)
    return Fixture(world: world, watch: watch, app: app)
  }

  private static func code(_ error: (any Error)?) -> Int { (error as NSError?)?.code ?? 0 }

  /// Plays as Apple's article about background audio does.
  @MainActor private static func play() {
    let session = AVAudioSession.sharedInstance()
    try! session.setCategory(.playback, mode: .default, policy: .longFormAudio, options: [])
    let player = try! AVAudioPlayer(data: .wave(1))
    player.numberOfLoops = -1
    Kept.of("player", player)
    Task {
      do { try await session.activate() } catch { return print("fails \(code(error))") }
      print("plays \(player.play())")
    }
  }

  /// Activates long-form audio, and prints what the completion handler receives.
  @MainActor private static func activate() {
    let session = AVAudioSession.sharedInstance()
    try! session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio)
    print(session.routeSharingPolicy == .longFormAudio)
    session.activate { isActive, error in
      let port = AVAudioSession.sharedInstance().currentRoute.outputs[0].portType.rawValue
      print("\(isActive) \(code(error)) \(port)")
    }
  }

  /// The lines of the app, without its state changes.
  private func lines(of app: InstalledApp) -> [String] {
    app.log.texts.filter { line in
      !["launched", "did", "will"].contains { line.hasPrefix($0) }
    }
  }

  @Test(.world(), arguments: [(["audio"], AppState.background), ([], .suspended)])
  func `long-form audio keeps a watch app running with the mode (AU5)`(
    _ modes: [String], _ state: AppState
  ) async throws {
    let fixture = try await start(watchOS: 10, modes: modes)
    fixture.watch.audio.setRoute(.headphones)
    await fixture.touch { Self.play() }
    try await fixture.world.pass(.seconds(1))
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.minutes(30))
    #expect(fixture.app.state == state)
    #expect(lines(of: fixture.app) == ["plays true"])
    #expect(fixture.world.findings.are(modes == [] ? [.audioNoBackgroundMode.by(.au1)] : []))
    #expect(fixture.world.trace.advice.isEmpty)
    #expect(!fixture.world.audioEvents.contains(.routePicker))
  }

  // MARK: Routes and the picker

  struct Row: Sendable, CustomTestStringConvertible {
    var watchOS: SystemVersion
    var model: WatchModel
    var isCharging = false
    var hasHeadphones = false
    var picks = false
    var showsPicker = false
    var line: String
    var testDescription: String { "\(self)" }
  }

  static let rows: [Row] = [
    .init(
      watchOS: 10, model: .series9, hasHeadphones: true, line: "true 0 BluetoothA2DPOutput"),
    .init(
      watchOS: 10, model: .series9, picks: true, showsPicker: true,
      line: "true 0 BluetoothA2DPOutput"),
    .init(watchOS: 10, model: .series9, showsPicker: true, line: "false 561145203 Speaker"),
    .init(watchOS: 26, model: .series9, showsPicker: true, line: "false 561145203 Speaker"),
    .init(watchOS: 11, model: .series10, line: "true 0 Speaker"),
    .init(watchOS: 26, model: .series10, line: "true 0 Speaker"),
    .init(
      watchOS: 11, model: .series10, isCharging: true, showsPicker: true,
      line: "false 561145203 Speaker"),
    .init(
      watchOS: 11, model: .series10, isCharging: true, picks: true, showsPicker: true,
      line: "true 0 BluetoothA2DPOutput"),
  ]

  @Test(.world(), arguments: rows)
  func `a watch without a route for long-form audio shows the picker (AU5)`(_ row: Row)
    async throws
  {
    let fixture = try await start(watchOS: row.watchOS, row.model)
    fixture.watch.power.isCharging = row.isCharging
    if row.hasHeadphones { fixture.watch.audio.setRoute(.headphones) }
    fixture.watch.audio.answerRoutePicker(row.picks, for: fixture.app)
    await fixture.touch { Self.activate() }
    try await fixture.world.pass(.seconds(2))
    #expect(lines(of: fixture.app) == (row.showsPicker ? ["true"] : ["true", row.line]))
    try await fixture.world.pass(.seconds(2))
    #expect(lines(of: fixture.app) == ["true", row.line])
    #expect(
      fixture.world.audioEvents.count { $0 == .routePicker } == (row.showsPicker ? 1 : 0))
    #expect(fixture.world.findings.isEmpty)
  }

  @Test(.world()) func `an app that leaves the foreground closes the route picker (AU5)`()
    async throws
  {
    let fixture = try await start(watchOS: 10, .series9)
    await fixture.touch {
      Self.activate()
      Self.activate()
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.seconds(10))
    let line = "false 561145203 Speaker"
    #expect(lines(of: fixture.app) == ["true", "true", line, line])
    #expect(fixture.world.audioEvents.count { $0 == .routePicker } == 1)
    #expect(fixture.watch.audio.route == .speaker)
  }

  @Test(.world(), arguments: [(9, []), (10, ["interrupted 4"])] as [(SystemVersion, [String])])
  func `long-form audio that loses its headphones stops, and the app is suspended (AU5)`(
    _ version: SystemVersion, _ notified: [String]
  ) async throws {
    let fixture = try await start(watchOS: version)
    fixture.watch.audio.setRoute(.headphones)
    await fixture.touch {
      Self.play()
      let observer = NotificationCenter.default.addObserver(
        forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
      ) {
        print("interrupted \($0.userInfo?[AVAudioSessionInterruptionReasonKey] as? UInt ?? 99)")
      }
      Kept.of("observer", observer)
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.minutes(5))
    #expect(fixture.app.state == .background)
    fixture.watch.audio.setRoute(.speaker)
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.app.state == .suspended)
    #expect(lines(of: fixture.app) == ["plays true"] + notified)
    #expect(fixture.world.audioEvents.contains(.stopped(1, "paused by the system")))
  }

  // MARK: Findings

  @Test(.world(), arguments: [false, true])
  func `a long-form session that is activated otherwise is a finding (AU5)`(_ hasRoute: Bool)
    async throws
  {
    let fixture = try await start(watchOS: 10)
    if hasRoute { fixture.watch.audio.setRoute(.headphones) }
    await fixture.touch {
      let session = AVAudioSession.sharedInstance()
      try! session.setCategory(.playback, mode: .default, policy: .longFormAudio)
      do { try session.setActive(true) } catch { print(Self.code(error)) }
      let player = try! AVAudioPlayer(data: .wave(1))
      print(player.play())
    }
    #expect(lines(of: fixture.app) == (hasRoute ? ["true"] : ["561145203", "false"]))
    #expect(fixture.world.findings.are([.audioLongFormActivation.by(.au5)]))
  }

  @Test(.world()) func `an active session without a route cannot become long-form (AU5)`()
    async throws
  {
    let fixture = try await start(watchOS: 10)
    await fixture.touch {
      let session = AVAudioSession.sharedInstance()
      try! session.setActive(true)
      try! session.setCategory(.playback, mode: .default, policy: .longFormAudio)
      let player = try! AVAudioPlayer(data: .wave(1))
      print(player.play())
    }
    #expect(lines(of: fixture.app) == ["false"])
    #expect(fixture.world.findings.are([.audioLongFormActivation.by(.au5)]))
  }

  @Test(.world()) func `other audio goes on in the background of a watch with advice (AU5)`()
    async throws
  {
    let fixture = try await start(watchOS: 10)
    await fixture.touch {
      try! AVAudioSession.sharedInstance().setCategory(.playback)
      let player = try! AVAudioPlayer(data: .wave(1))
      player.numberOfLoops = -1
      Kept.of("player", player)
      print(player.play())
    }
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.minutes(5))
    #expect(fixture.app.state == .background)
    #expect(fixture.world.findings.isEmpty)
    #expect(fixture.world.trace.advice.are([.audioNotLongForm.by(.au5)]))
  }

  // MARK: Workouts

  @Test(.world(), arguments: [(["audio"], "plays true"), ([], "plays false")])
  func `an app in the background plays clips during a workout with the mode (AU5)`(
    _ modes: [String], _ line: String
  ) async throws {
    let fixture = try await start(watchOS: 10, modes: modes)
    await fixture.touch {
      startWorkout()
      DispatchQueue.main.asyncAfter(deadline: .now() + 600) {
        try! AVAudioSession.sharedInstance().setCategory(.playback, options: .duckOthers)
        let player = try! AVAudioPlayer(data: .wave(2))
        Kept.of("player", player)
        print("plays \(player.play())")
      }
    }
    try await fixture.world.pass(.seconds(10))
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.minutes(15))
    #expect(fixture.app.state == .background)
    #expect(fixture.app.log.texts.filter { $0.hasPrefix("plays") } == [line])
    #expect(fixture.world.trace.advice.isEmpty)
  }

  // MARK: Phones

  @Test(.world(), arguments: [(27, []), (26, ["api.newer-than-system"])])
  func `a phone of iOS 27 activates a session asynchronously (AU1, AU5)`(
    _ version: Int, _ advice: [String]
  ) async throws {
    let fixture = try await startApp(AppFixture(), iOS: SystemVersion(version))
    await fixture.touch {
      Self.activate()
      print("waits")
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["true", "waits", "true 0 Speaker"])
    #expect(fixture.world.trace.advice.map(\.name).filter { $0.hasPrefix("api.") } == advice)
  }
}
