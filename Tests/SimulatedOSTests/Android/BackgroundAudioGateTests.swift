import Testing
import YobanVirtualTime

@testable import YobanSimulatedAndroid

/// The cases come from Google's page on background audio hardening, and from AOSP's HardeningEnforcer.
@Suite struct BackgroundAudioGateTests {
  typealias Gate = BackgroundAudioGate

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
        #expect(gate.refusal(of: use, isAlarm: false) == refusal, "\(use)")
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
    #expect(gate.refusal(of: use, isAlarm: isAlarm) == .notInUse)
    gate.maySetExactAlarms = true
    #expect(gate.refusal(of: use, isAlarm: isAlarm) == (isAllowed ? nil : .notInUse))
    gate.hasLongForegroundService = false
    #expect(gate.refusal(of: use, isAlarm: isAlarm) == .noForegroundService)
  }

  @Test func `BLUETOOTH_CONNECT allows playback and focus without a service in use (AN25)`() {
    var gate = Self.long
    (gate.isHardened, gate.demandsInUse, gate.holdsBluetoothConnect) = (true, true, true)
    #expect(gate.refusal(of: .playback, isAlarm: false) == nil)
    #expect(gate.refusal(of: .focus, isAlarm: false) == nil)
    #expect(gate.refusal(of: .volume, isAlarm: false) == .notInUse)
  }

  @Test func `before API 37 only the focus is refused, without any foreground service (AN25)`() {
    var gate = Gate(restrictsFocus: true)
    #expect(gate.refusal(of: .focus, isAlarm: true) == .noForegroundService)
    #expect(gate.refusal(of: .playback, isAlarm: false) == nil)
    #expect(gate.refusal(of: .volume, isAlarm: false) == nil)
    gate.hasForegroundService = true
    #expect(gate.refusal(of: .focus, isAlarm: false) == nil)
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
