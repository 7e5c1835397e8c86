import Testing
import YobanVirtualTime

@testable import YobanSimulatedAndroid

/// The cases come from Google's page on background audio hardening, and from AOSP's HardeningEnforcer and
/// AppOpsUidStateTrackerImpl.
@Suite struct BackgroundAudioGateTests {
  typealias Gate = BackgroundAudioGate

  private static let now = VirtualInstant.start + .seconds(100)
  private static let short = Gate(hasForegroundService: true)
  private static let long = Gate(hasForegroundService: true, hasLongForegroundService: true)
  private static let inUse = Gate(
    hasForegroundService: true, hasLongForegroundService: true, isInUse: true)

  @Test(
    arguments: [
      (Gate(isVisible: true), [nil, nil]),
      (Gate(), [.noForegroundService, .noForegroundService]),
      (short, [.noForegroundService, .noForegroundService]),
      (long, [nil, .notInUse]), (inUse, [nil, nil]),
    ] as [(Gate, [Gate.Refusal?])])
  func
    `audio in background needs a foreground service, which a target of API 37 started in use (AN25)`(
      gate: Gate, refusals: [Gate.Refusal?]
    )
  {
    for (demandsInUse, refusal) in zip([false, true], refusals) {
      var gate = gate
      (gate.isHardened, gate.demandsInUse) = (true, demandsInUse)
      for use in [Gate.Use.playback, .focus, .volume] {
        #expect(gate.refusal(of: use, isAlarm: false, at: Self.now) == refusal, "\(use)")
      }
    }
  }

  @Test(arguments: [
    (Gate.Use.playback, true, true), (.focus, true, true), (.playback, false, false),
    (.focus, false, false), (.volume, false, true),
  ])
  func `an alarm with the permission for exact alarms needs no service in use (AN25)`(
    use: Gate.Use, isAlarm: Bool, isAllowed: Bool
  ) {
    var gate = Self.long
    (gate.isHardened, gate.demandsInUse) = (true, true)
    #expect(gate.refusal(of: use, isAlarm: isAlarm, at: Self.now) == .notInUse)
    gate.maySetExactAlarms = true
    #expect(gate.refusal(of: use, isAlarm: isAlarm, at: Self.now) == (isAllowed ? nil : .notInUse))
    gate.hasLongForegroundService = false
    #expect(gate.refusal(of: use, isAlarm: isAlarm, at: Self.now) == .noForegroundService)
  }

  @Test func `BLUETOOTH_CONNECT allows playback and focus without a service in use (AN25)`() {
    var gate = Self.long
    (gate.isHardened, gate.demandsInUse, gate.holdsBluetoothConnect) = (true, true, true)
    #expect(gate.refusal(of: .playback, isAlarm: false, at: Self.now) == nil)
    #expect(gate.refusal(of: .focus, isAlarm: false, at: Self.now) == nil)
    #expect(gate.refusal(of: .volume, isAlarm: false, at: Self.now) == .notInUse)
  }

  @Test(
    arguments: [
      (95, true, .noForegroundService), (100, true, .noForegroundService), (101, true, nil),
      (95, false, nil), (101, false, nil),
    ] as [(Int, Bool, Gate.Refusal?)])
  func `an app that left the screen may use audio until the grace time ends (AN25)`(
    end: Int, isHardened: Bool, refusal: Gate.Refusal?
  ) {
    for (service, other) in [(Gate(), refusal), (Self.short, refusal), (Self.inUse, nil)] {
      var gate = service
      (gate.isHardened, gate.graceEnd) = (isHardened, .start + .seconds(end))
      for use in [Gate.Use.playback, .focus, .volume] {
        #expect(gate.refusal(of: use, isAlarm: false, at: Self.now) == other, "\(use)")
      }
    }
    var gate = Self.long
    (gate.isHardened, gate.demandsInUse) = (isHardened, true)
    gate.graceEnd = .start + .seconds(end)
    #expect(
      gate.refusal(of: .playback, isAlarm: false, at: Self.now)
        == (refusal == nil ? nil : .notInUse))
    gate = Gate(graceEnd: .start + .seconds(end), restrictsFocus: true)
    #expect((gate.refusal(of: .focus, isAlarm: false, at: Self.now) == nil) == (end > 100))
  }

  @Test func `before API 37 only the focus is refused, without any foreground service (AN25)`() {
    var gate = Gate(restrictsFocus: true)
    #expect(gate.refusal(of: .focus, isAlarm: true, at: Self.now) == .noForegroundService)
    #expect(gate.refusal(of: .playback, isAlarm: false, at: Self.now) == nil)
    #expect(gate.refusal(of: .volume, isAlarm: false, at: Self.now) == nil)
    gate.hasForegroundService = true
    #expect(gate.refusal(of: .focus, isAlarm: false, at: Self.now) == nil)
  }

  @Test func `a track plays until its data ends, and pauses keep the place (AN25)`() {
    var machine = PlaybackMachine()
    machine.length = .seconds(10)
    func at(_ seconds: Int) -> VirtualInstant { .start + .seconds(seconds) }
    #expect(machine.end == nil && !machine.isPlaying(at: at(0)))
    machine.play(at: at(5))
    #expect(machine.end == at(15))
    machine.pause(at: at(8))
    #expect(machine.end == nil && !machine.isPlaying(at: at(9)))
    machine.play(at: at(20))
    #expect(machine.isPlaying(at: at(26)) && machine.end == at(27))
    #expect(!machine.isPlaying(at: at(27)))
    machine.stop()
    machine.length = nil
    machine.play(at: at(30))
    #expect(machine.end == nil && machine.isPlaying(at: at(3_000)))
  }
}
