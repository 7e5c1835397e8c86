import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanAudio

@Suite struct AudioSessionMachineTests {
  typealias Machine = AudioSessionMachine
  typealias State = Machine.State

  static func machine(
    iOS version: SystemVersion = 17, hasMode: Bool = true, isOnWatch: Bool = false,
    isInBackground: Bool = false,
    _ category: AudioCategory = .playback, _ options: AudioOptions = []
  ) throws -> Machine {
    var machine = Machine(
      policy: AudioPolicy(iOS: version), hasMode: hasMode, isOnWatch: isOnWatch,
      isInBackground: isInBackground)
    _ = try machine.configure(AudioConfiguration(category, options: options))
    return machine
  }

  /// A machine in the foreground in each state. The active one plays sound 1.
  static func machine(in state: State) throws -> Machine {
    var machine = try machine()
    guard state != .inactive else { return machine }
    _ = try machine.begin(.init(number: 1, kind: .playing), .init())
    if state == .interrupted { _ = machine.interrupt(by: .call) }
    #expect(machine.state == state)
    return machine
  }

  // MARK: Every state with every input

  enum Input: String, CaseIterable {
    case configure, activate, activateInCall, deactivate, begin, beginInCall, end, call, alarm
    case otherPlayback, endInterruption, enterBackground, enterForeground, suspend, reset

    /// - Returns: The actions, or the error.
    func apply(to machine: inout Machine) -> Result<[Machine.Action], AudioFailure> {
      let call = Machine.Surroundings(interruption: .call)
      do throws(AudioFailure) {
        switch self {
        case .configure:
          return .success(try machine.configure(.init(.playAndRecord)))
        case .activate: return .success(try machine.activate(.init()))
        case .activateInCall: return .success(try machine.activate(call))
        case .deactivate:
          let (failure, actions) = machine.deactivate()
          return failure == nil || failure == .isBusy ? .success(actions) : .failure(failure!)
        case .begin:
          return .success(try machine.begin(.init(number: 2, kind: .playing), .init()))
        case .beginInCall:
          return .success(try machine.begin(.init(number: 2, kind: .playing), call))
        case .end:
          machine.end(1)
          return .success([])
        case .call: return .success(machine.interrupt(by: .call))
        case .alarm: return .success(machine.interrupt(by: .alarm))
        case .otherPlayback: return .success(machine.interrupt(by: .otherPlayback))
        case .endInterruption: return .success(machine.endInterruption(shouldResume: true))
        case .enterBackground: return .success(machine.enterBackground())
        case .enterForeground:
          machine.enterForeground()
          return .success([])
        case .suspend: return .success(machine.suspend())
        case .reset: return .success(machine.reset())
        }
      } catch { return .failure(error) }
    }
  }

  /// The result of an input: the state, the notifications to the app, and the error.
  struct Outcome: Equatable {
    var state: State
    var notices: [AudioNotice] = []
    var error: AudioFailure?
    /// Whether the sound that was playing is paused.
    var pauses = false
  }

  static let began = AudioNotice.interruptionBegan(.default, tellsReason: true)
  static let lost: [AudioNotice] = [.mediaServicesWereLost, .mediaServicesWereReset]

  static func expected(_ state: State, _ input: Input) -> Outcome {
    switch (state, input) {
    case (.inactive, .activate), (.inactive, .begin), (.interrupted, .activate),
      (.interrupted, .begin):
      Outcome(state: .active)
    case (.inactive, .activateInCall), (.inactive, .beginInCall), (.interrupted, .activateInCall),
      (.interrupted, .beginInCall):
      Outcome(state: state, error: .insufficientPriority)
    case (.active, .deactivate): Outcome(state: .inactive, pauses: true)
    case (.active, .call), (.active, .alarm), (.active, .otherPlayback):
      Outcome(state: .interrupted, notices: [began], pauses: true)
    case (.active, .suspend): Outcome(state: .inactive, pauses: true)
    case (.active, .reset): Outcome(state: .inactive, notices: lost, pauses: true)
    case (.inactive, .reset): Outcome(state: .inactive, notices: lost)
    case (.interrupted, .deactivate): Outcome(state: .inactive)
    case (.interrupted, .endInterruption):
      Outcome(state: .inactive, notices: [.interruptionEnded(shouldResume: true)])
    case (.interrupted, .reset): Outcome(state: .inactive, notices: lost)
    case (.inactive, _), (.active, _), (.interrupted, _): Outcome(state: state)
    }
  }

  @Test(arguments: State.allCases, Input.allCases)
  func `every input has the expected effect in every state (AU1, AU2)`(
    _ state: State, _ input: Input
  ) throws {
    var machine = try Self.machine(in: state)
    let result = input.apply(to: &machine)
    let expected = Self.expected(state, input)
    #expect(machine.state == expected.state)
    switch result {
    case .failure(let error): #expect(error == expected.error)
    case .success(let actions):
      #expect(expected.error == nil)
      #expect(actions.contains(.pause([1])) == expected.pauses)
      let notices = actions.compactMap { if case .notify(let notice) = $0 { notice } else { nil } }
      #expect(notices == expected.notices)
      #expect(actions.contains(.became(expected.state)) == (expected.state != state))
    }
  }

  // MARK: Keeping an app running

  struct Row: Sendable, CustomTestStringConvertible {
    var category: AudioCategory
    /// Whether a player, or a recorder, keeps the app running in the background.
    var player: Bool
    var recorder: Bool
    var testDescription: String { category.rawValue }
  }

  static let rows: [Row] = [
    .init(category: .ambient, player: false, recorder: false),
    .init(category: .soloAmbient, player: false, recorder: false),
    .init(category: .playback, player: true, recorder: false),
    .init(category: .record, player: false, recorder: true),
    .init(category: .playAndRecord, player: true, recorder: true),
    .init(category: .multiRoute, player: true, recorder: true),
  ]

  @Test(arguments: rows)
  func `sound keeps an app running in background only with the mode and a suitable category (AU1)`(
    _ row: Row
  ) throws {
    for kind in Machine.SoundKind.allCases {
      for hasMode in [true, false] {
        var machine = try Self.machine(hasMode: hasMode, row.category)
        _ = try? machine.begin(.init(number: 1, kind: kind), .init())
        #expect(!machine.keepsRunning, "it is in front")
        _ = machine.enterBackground()
        let isKept = hasMode && (kind == .playing ? row.player : row.recorder)
        #expect(machine.keepsRunning == isKept, "\(kind), mode \(hasMode)")
        #expect(machine.sounds.isEmpty != isKept)
        machine.end(1)
        #expect(!machine.keepsRunning, "it has ended")
      }
    }
  }

  @Test func `an active session without sound keeps nothing running (AU1)`() throws {
    var machine = try Self.machine()
    _ = try machine.activate(.init())
    _ = machine.enterBackground()
    #expect(machine.state == .active && !machine.keepsRunning)
  }

  @Test func `the default category is soloAmbient (AU1)`() {
    let machine = Machine(policy: AudioPolicy(iOS: 17), hasMode: true, isInBackground: false)
    #expect(machine.configuration == AudioConfiguration(.soloAmbient))
  }

  static let problems: [(hasMode: Bool, category: AudioCategory, problem: Machine.Problem?)] = [
    (false, .playback, .noBackgroundMode), (false, .record, .noBackgroundMode),
    (false, .playAndRecord, .noBackgroundMode), (false, .multiRoute, .noBackgroundMode),
    (true, .soloAmbient, .categoryStops(.soloAmbient)), (true, .ambient, .categoryStops(.ambient)),
    (false, .soloAmbient, nil), (false, .ambient, nil), (true, .playback, nil),
  ]

  @Test(arguments: problems.indices)
  func `a contradiction between background mode and category is reported (AU1)`(_ i: Int) throws {
    let (hasMode, category, problem) = Self.problems[i]
    var machine = try Self.machine(hasMode: hasMode, category)
    let kind = category == .record ? Machine.SoundKind.recording : .playing
    _ = try machine.begin(.init(number: 1, kind: kind), .init())
    let actions = machine.enterBackground()
    let reported = actions.compactMap { if case .report(let what) = $0 { what } else { nil } }
    #expect(reported == (problem.map { [$0] } ?? []))
    machine = try Self.machine(hasMode: hasMode, category)
    #expect(machine.enterBackground() == [], "nothing sounds")
  }

  @Test func `only silent players count as silence, a recorder does not (AU3)`() throws {
    var machine = try Self.machine(.playAndRecord)
    _ = machine.enterBackground()
    #expect(!machine.isKeptByTimeout)
    let around = Machine.Surroundings(isNowPlaying: true)
    _ = try machine.begin(.init(number: 1, kind: .playing, isSilent: true), around)
    #expect(machine.isKeptByTimeout)
    _ = try machine.begin(.init(number: 2, kind: .playing), around)
    #expect(!machine.isKeptByTimeout)
    machine.setSilent(true, 2)
    #expect(machine.isKeptByTimeout)
    _ = try machine.begin(.init(number: 3, kind: .recording), around)
    #expect(!machine.isKeptByTimeout)
    machine.end(3)
    machine.enterForeground()
    #expect(!machine.isKeptByTimeout, "it is in front")
  }

  @Test func `during a call an app without the mode plays and records in background (CK6)`() throws
  {
    var machine = try Self.machine(hasMode: false, isInBackground: true, .playAndRecord)
    #expect(throws: AudioFailure.cannotStartPlaying) { try machine.activate(.init()) }
    #expect(machine.beginCall() == [.became(.active)])
    #expect(try machine.activate(.init()) == [])
    _ = try machine.begin(.init(number: 1, kind: .playing), .init())
    _ = try machine.begin(.init(number: 2, kind: .recording), .init())
    #expect(machine.endCall() == [.pause([1, 2]), .became(.inactive)])
    #expect(throws: AudioFailure.cannotStartPlaying) {
      try machine.begin(.init(number: 1, kind: .playing), .init())
    }
  }
}
