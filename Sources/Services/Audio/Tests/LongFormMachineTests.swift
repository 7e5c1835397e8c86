import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanAudio

/// The rules of long-form audio as a table (AU5).
@Suite struct LongFormMachineTests {
  typealias Machine = AudioSessionMachine

  private static func machine(
    _ policy: AudioRoutePolicy, iOS version: SystemVersion = 17, isOnWatch: Bool = true,
    isInBackground: Bool = false, category: AudioCategory = .playback
  ) throws -> Machine {
    var machine = Machine(
      policy: AudioPolicy(iOS: version), hasMode: true, isOnWatch: isOnWatch,
      isInBackground: isInBackground)
    _ = try machine.configure(AudioConfiguration(category, routePolicy: policy))
    return machine
  }

  private static func error(_ body: () throws(AudioFailure) -> Void) -> AudioFailure? {
    do throws(AudioFailure) { try body() } catch { return error }
    return nil
  }

  // MARK: Configurations

  static let longForm = [AudioRoutePolicy.longFormAudio, .longFormVideo]
  static let modes: [(mode: String, isValid: Bool)] = [
    ("Default", true), ("MoviePlayback", true), ("SpokenAudio", true), ("Measurement", false),
    ("VoiceChat", false), ("VoicePrompt", false),
  ]

  @Test(arguments: longForm, AudioCategory.allCases)
  func `a long-form session has the category playback (AU5)`(
    _ policy: AudioRoutePolicy, _ category: AudioCategory
  ) throws {
    #expect(AudioConfiguration(category, routePolicy: policy).isValid == (category == .playback))
    #expect(AudioConfiguration(category, routePolicy: .independent).isValid)
  }

  @Test(arguments: longForm, modes)
  func `a long-form session has only some modes (AU5)`(
    _ policy: AudioRoutePolicy, _ row: (mode: String, isValid: Bool)
  ) {
    let mode = "AVAudioSessionMode\(row.mode)"
    #expect(
      AudioConfiguration(.playback, mode: mode, routePolicy: policy).isValid == row.isValid)
    #expect(AudioConfiguration(.playback, mode: mode).isValid)
  }

  @Test(arguments: [AudioOptions.mixWithOthers, .duckOthers])
  func `a long-form session has no options (AU5)`(_ options: AudioOptions) throws {
    var machine = try Self.machine(.default)
    let error = Self.error { () throws(AudioFailure) in
      _ = try machine.configure(
        .init(.playback, routePolicy: .longFormAudio, options: options))
    }
    #expect(error == .badParameter && machine.configuration.routePolicy == .default)
    #expect(AudioConfiguration(.playback, options: options).isValid)
  }

  // MARK: Activation

  struct Row: Sendable, CustomTestStringConvertible {
    var error: AudioFailure?
    var policy = AudioRoutePolicy.longFormAudio
    var isOnWatch = true
    var isInBackground = false
    var hasRoute = true
    var isNowPlaying = false
    var isKeptBySession = false
    var interruption: AudioInterruption?
    var testDescription: String { "\(self)" }
  }

  static let activations: [Row] = [
    .init(error: nil),
    .init(error: .resourceNotAvailable, hasRoute: false),
    .init(error: .resourceNotAvailable, policy: .longFormVideo, hasRoute: false),
    .init(error: nil, policy: .default, hasRoute: false),
    .init(error: nil, policy: .independent, hasRoute: false),
    .init(error: nil, isOnWatch: false, hasRoute: false),
    .init(error: .insufficientPriority, hasRoute: false, interruption: .call),
    // In the background: only the app that played last.
    .init(error: .cannotStartPlaying, isInBackground: true),
    .init(error: .cannotStartPlaying, isInBackground: true, hasRoute: false),
    .init(error: nil, isInBackground: true, isNowPlaying: true),
    .init(
      error: .resourceNotAvailable, isInBackground: true, hasRoute: false, isNowPlaying: true),
    .init(error: .cannotStartPlaying, policy: .default, isInBackground: true, isNowPlaying: true),
    // During a workout the rules of a phone hold.
    .init(error: .cannotInterruptOthers, isInBackground: true, isKeptBySession: true),
    .init(
      error: nil, policy: .default, isInBackground: true, isNowPlaying: true,
      isKeptBySession: true),
  ]

  @Test(arguments: activations)
  func `a long-form session becomes active only with a route (AU5)`(_ row: Row) throws {
    var machine = try Self.machine(
      row.policy, isOnWatch: row.isOnWatch, isInBackground: row.isInBackground)
    let around = Machine.Surroundings(
      interruption: row.interruption, isNowPlaying: row.isNowPlaying,
      isKeptBySession: row.isKeptBySession, hasLongFormRoute: row.hasRoute)
    let error = Self.error { () throws(AudioFailure) in _ = try machine.activate(around) }
    #expect(error == row.error)
    #expect(machine.state == (row.error == nil ? .active : .inactive))
  }

  // MARK: The route

  @Test(arguments: [16, 17] as [SystemVersion], AudioRoutePolicy.allCases)
  func `a session without its route is inactive, and newer apps are notified (AU5)`(
    _ version: SystemVersion, _ policy: AudioRoutePolicy
  ) throws {
    var machine = try Self.machine(policy, iOS: version)
    _ = try machine.begin(.init(number: 1, kind: .playing), .init())
    #expect(machine.routeChanged(hasLongFormRoute: true) == [])
    let actions = machine.routeChanged(hasLongFormRoute: false)
    guard policy == .longFormAudio || policy == .longFormVideo else {
      #expect(actions == [] && machine.state == .active)
      return
    }
    let notice = Machine.Action.notify(
      .interruptionBegan(.routeDisconnected, tellsReason: true))
    #expect(actions == [.pause([1]), .became(.inactive)] + (version == 17 ? [notice] : []))
    #expect(machine.routeChanged(hasLongFormRoute: false) == [])
  }

  // MARK: The background

  @Test(arguments: [
    (AudioRoutePolicy.default, AudioCategory.playback, true, false, true),
    (.independent, .playback, true, false, true), (.longFormAudio, .playback, true, false, false),
    (.default, .playback, false, false, false), (.default, .playback, true, true, false),
    (.default, .playAndRecord, true, false, false),
  ])
  func `audio of a watch that is not long-form gets advice (AU5)`(
    _ policy: AudioRoutePolicy, _ category: AudioCategory, _ isOnWatch: Bool, _ isKept: Bool,
    _ isReported: Bool
  ) throws {
    var machine = try Self.machine(policy, isOnWatch: isOnWatch, category: category)
    #expect(machine.enterBackground() == [], "nothing sounds")
    machine.enterForeground()
    _ = try machine.begin(.init(number: 1, kind: .playing), .init())
    let actions = machine.enterBackground(isKeptBySession: isKept)
    #expect(actions == (isReported ? [.report(.notLongForm)] : []))
    #expect(machine.keepsRunning)
  }
}
