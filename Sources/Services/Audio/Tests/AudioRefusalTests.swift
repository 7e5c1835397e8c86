import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanAudio

/// The errors of a session that may not become active, play or record.
@Suite struct AudioRefusalTests {
  typealias Machine = AudioSessionMachine

  struct Row: Sendable, CustomTestStringConvertible {
    var error: AudioFailure?
    var category = AudioCategory.playback
    var hasMode = true
    var isOnWatch = false
    var isMixable = false
    var isInBackground = true
    var isNowPlaying = false
    var interruption: AudioInterruption?

    var testDescription: String { "\(self)" }
  }

  static let activations: [Row] = [
    // In the foreground an app may always activate, but not during a call or an alarm.
    .init(error: nil, isInBackground: false),
    .init(error: nil, category: .ambient, hasMode: false, isInBackground: false),
    .init(error: .insufficientPriority, isInBackground: false, interruption: .call),
    .init(error: .insufficientPriority, isInBackground: false, interruption: .alarm),
    .init(
      error: .insufficientPriority, isMixable: true, isInBackground: false, interruption: .call),
    .init(error: nil, isInBackground: false, interruption: .otherPlayback),
    // In the background it needs the mode and the category.
    .init(error: .cannotStartPlaying, hasMode: false, isMixable: true),
    .init(error: .cannotStartPlaying, hasMode: false, isNowPlaying: true),
    .init(error: .cannotStartPlaying, category: .ambient, isMixable: true),
    .init(error: .cannotStartPlaying, category: .soloAmbient),
    // In the background it also needs a session that mixes, unless it is Now Playing.
    .init(error: .cannotInterruptOthers),
    .init(error: .cannotInterruptOthers, category: .record),
    .init(error: .cannotInterruptOthers, interruption: .otherPlayback),
    .init(error: nil, isMixable: true),
    .init(error: nil, isMixable: true, interruption: .otherPlayback),
    .init(error: nil, isNowPlaying: true),
    .init(error: .insufficientPriority, isNowPlaying: true, interruption: .call),
    // On a watch it begins in the foreground.
    .init(error: nil, isOnWatch: true, isInBackground: false),
    .init(error: .cannotStartPlaying, isOnWatch: true, isMixable: true),
    .init(error: .cannotStartPlaying, isOnWatch: true, isNowPlaying: true),
  ]

  private static func machine(_ row: Row) throws -> (Machine, Machine.Surroundings) {
    let takesOption = row.isMixable && row.category != .ambient
    let machine = try AudioSessionMachineTests.machine(
      hasMode: row.hasMode, isOnWatch: row.isOnWatch,
      isInBackground: row.isInBackground, row.category,
      takesOption ? .mixWithOthers : [])
    return (
      machine, .init(interruption: row.interruption, isNowPlaying: row.isNowPlaying)
    )
  }

  private static func error(_ body: () throws(AudioFailure) -> Void) -> AudioFailure? {
    do throws(AudioFailure) { try body() } catch { return error }
    return nil
  }

  @Test(arguments: activations)
  func `a session becomes active only where the rules allow it (AU1, AU2)`(_ row: Row) throws {
    var (machine, around) = try Self.machine(row)
    let error = Self.error { () throws(AudioFailure) in _ = try machine.activate(around) }
    #expect(error == row.error)
    #expect(machine.state == (row.error == nil ? .active : .inactive))
  }

  @Test(arguments: activations)
  func `a player starts only where its session may become active (AU1, AU2)`(_ row: Row) throws {
    guard row.category != .record else { return }
    var (machine, around) = try Self.machine(row)
    let error = Self.error { () throws(AudioFailure) in
      _ = try machine.begin(.init(number: 1, kind: .playing), around)
    }
    #expect(error == row.error)
    #expect(machine.sounds.isEmpty == (row.error != nil))
  }

  static let recordings: [Row] = [
    .init(error: nil, category: .record, isInBackground: false),
    .init(error: nil, category: .playAndRecord, isMixable: true, isInBackground: false),
    .init(error: .incompatibleCategory, category: .playback, isInBackground: false),
    .init(error: .incompatibleCategory, category: .ambient, isInBackground: false),
    .init(error: .cannotStartRecording, category: .playAndRecord, isMixable: true),
    .init(error: .cannotStartPlaying, category: .playAndRecord, hasMode: false),
    .init(error: .cannotInterruptOthers, category: .record),
    .init(error: nil, category: .playAndRecord, isNowPlaying: true),
  ]

  @Test(arguments: recordings)
  func `a recorder starts only where the rules allow it (AU1)`(_ row: Row) throws {
    var (machine, around) = try Self.machine(row)
    let error = Self.error { () throws(AudioFailure) in
      _ = try machine.begin(.init(number: 1, kind: .recording), around)
    }
    #expect(error == row.error)
    #expect(machine.sounds.isEmpty == (row.error != nil))
  }

  @Test func `a player cannot start in the category record`() throws {
    var machine = try AudioSessionMachineTests.machine(.record)
    let error = Self.error { () throws(AudioFailure) in
      _ = try machine.begin(.init(number: 1, kind: .playing), .init())
    }
    #expect(error == .incompatibleCategory && machine.state == .inactive)
  }

  @Test func `changing the category pauses the sounds that it does not allow`() throws {
    var machine = try AudioSessionMachineTests.machine(.playAndRecord)
    _ = try machine.begin(.init(number: 1, kind: .playing), .init())
    _ = try machine.begin(.init(number: 2, kind: .recording), .init())
    #expect(try machine.configure(.init(.playback)) == [.pause([2])])
    #expect(try machine.configure(.init(.soloAmbient)) == [])
    #expect(try machine.configure(.init(.record)) == [.pause([1])])
    #expect(machine.state == .active && machine.sounds == [])
  }

  @Test func `a session that mixes continues beside another app, but not in a call (AU2)`() throws {
    var machine = try AudioSessionMachineTests.machine(.playback, .mixWithOthers)
    _ = try machine.begin(.init(number: 1, kind: .playing), .init())
    #expect(machine.interrupt(by: .otherPlayback) == [] && machine.state == .active)
    #expect(machine.interrupt(by: .call) != [] && machine.state == .interrupted)
  }

  // MARK: Changes between versions of iOS

  @Test(arguments: zip([6, 7.1, 8, 17] as [SystemVersion], [false, false, true, true]))
  func `a session that is deactivated while it plays is inactive from iOS 8 on (AU1)`(
    _ version: SystemVersion, _ isInactive: Bool
  ) throws {
    var machine = try AudioSessionMachineTests.machine(iOS: version)
    _ = try machine.begin(.init(number: 1, kind: .playing), .init())
    let (failure, actions) = machine.deactivate()
    #expect(failure == .isBusy)
    #expect((machine.state == .inactive) == isInactive)
    #expect(machine.sounds.isEmpty == isInactive)
    #expect(actions == (isInactive ? [.pause([1]), .became(.inactive)] : []))
  }

  struct Suspension: Sendable, CustomTestStringConvertible {
    var version: SystemVersion
    var isInactive: Bool
    var notice: AudioNotice?
    var testDescription: String { "\(version)" }
  }

  static let suspensions: [Suspension] = [
    .init(version: 9.3, isInactive: false),
    .init(
      version: 10, isInactive: true,
      notice: .interruptionBegan(.appWasSuspended, tellsReason: false)),
    .init(
      version: 14, isInactive: true,
      notice: .interruptionBegan(.appWasSuspended, tellsReason: false)),
    .init(
      version: "14.5", isInactive: true,
      notice: .interruptionBegan(.appWasSuspended, tellsReason: true)),
    .init(
      version: 15.8, isInactive: true,
      notice: .interruptionBegan(.appWasSuspended, tellsReason: true)),
    .init(version: 16, isInactive: true),
    .init(version: 26, isInactive: true),
  ]

  @Test(arguments: suspensions)
  func `a suspended app loses its session, and only some versions notify it (AU1)`(
    _ row: Suspension
  ) throws {
    var machine = try AudioSessionMachineTests.machine(iOS: row.version)
    _ = try machine.activate(.init())
    _ = machine.enterBackground()
    let actions = machine.suspend()
    #expect((machine.state == .inactive) == row.isInactive)
    let notices = actions.compactMap { if case .notify(let notice) = $0 { notice } else { nil } }
    #expect(notices == (row.notice.map { [$0] } ?? []))
  }

  // MARK: Options

  static let mix = AudioOptions.mixWithOthers
  static let options: [(category: AudioCategory, options: AudioOptions, isValid: Bool)] = [
    (.playback, .mixWithOthers, true), (.playback, .duckOthers, true),
    (.playback, .defaultToSpeaker, false), (.playback, .allowBluetoothHFP, false),
    (.playback, .interruptSpokenAudioAndMixWithOthers, true),
    (.playAndRecord, [.mixWithOthers, .defaultToSpeaker, .allowBluetoothHFP], true),
    (.multiRoute, .mixWithOthers, true), (.ambient, .duckOthers, true),
    (.ambient, .defaultToSpeaker, false), (.soloAmbient, .mixWithOthers, false),
    (.record, .allowBluetoothHFP, true), (.record, .mixWithOthers, false), (.record, [], true),
  ]

  @Test(arguments: options.indices)
  func `a category refuses options that are not valid with it (AU1)`(_ i: Int) throws {
    let (category, options, isValid) = Self.options[i]
    var machine = try AudioSessionMachineTests.machine(.soloAmbient)
    let error = Self.error { () throws(AudioFailure) in
      _ = try machine.configure(AudioConfiguration(category, options: options))
    }
    #expect(error == (isValid ? nil : .badParameter))
    #expect(machine.configuration.category == (isValid ? category : .soloAmbient))
  }

  @Test func `mixing and ducking make a session mixable, and ambient always is (AU2)`() {
    #expect(!AudioConfiguration(.playback).isMixable)
    #expect(AudioConfiguration(.playback, options: .mixWithOthers).isMixable)
    #expect(AudioConfiguration(.playback, options: .duckOthers).isMixable)
    #expect(
      AudioConfiguration(.playback, options: .interruptSpokenAudioAndMixWithOthers).isMixable)
    #expect(AudioConfiguration(.ambient).isMixable && !AudioConfiguration(.soloAmbient).isMixable)
  }

  // MARK: Random sequences

  @Test(arguments: manySeeds)
  func `random sessions never play or record where they may not (AU1, AU2)`(_ seed: UInt64) throws {
    var random = RandomStream(seed: seed, name: "audio")
    let hasMode = random.chance(1, in: 2)
    var machine = try AudioSessionMachineTests.machine(hasMode: hasMode, .soloAmbient)
    for step in 0..<300 {
      let around = Machine.Surroundings(
        interruption: random.chance(1, in: 4) ? random.pick(AudioInterruption.allCases) : nil,
        isNowPlaying: random.chance(1, in: 2))
      let number = Int(random.next(below: 3))
      switch random.next(below: 11) {
      case 0:
        _ = try? machine.configure(
          .init(random.pick(AudioCategory.allCases), options: random.pick([[], Self.mix])))
      case 1: _ = try? machine.activate(around)
      case 2: _ = machine.deactivate()
      case 3: _ = try? machine.begin(.init(number: number, kind: .playing), around)
      case 4: _ = try? machine.begin(.init(number: number, kind: .recording), around)
      case 5: machine.end(number)
      case 6: _ = machine.interrupt(by: random.pick(AudioInterruption.allCases))
      case 7: _ = machine.endInterruption(shouldResume: random.chance(1, in: 2))
      case 8: _ = machine.enterBackground()
      case 9: machine.enterForeground()
      default: _ = machine.suspend()
      }
      let context: Comment = "seed \(seed), step \(step)"
      let category = machine.configuration.category
      guard !machine.sounds.isEmpty else {
        #expect(!machine.keepsRunning, context)
        continue
      }
      #expect(machine.state == .active, context)
      #expect(Set(machine.sounds.map(\.number)).count == machine.sounds.count, context)
      #expect(machine.keepsRunning == machine.isInBackground, context)
      guard machine.isInBackground else { continue }
      #expect(hasMode && category != .ambient && category != .soloAmbient, context)
    }
  }
}
