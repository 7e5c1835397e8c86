import Testing
import YobanVirtualTime

@testable import YobanSimulatedRadio

@Suite struct AccessoryClockTests {
  private static let day = Duration.seconds(86_400)

  /// By how much the clock is ahead after a day; 1 part per million of a day is 86.4 ms.
  @Test(arguments: [
    (0.0, Duration.zero), (1, .microseconds(86_400)), (20, .milliseconds(1_728)),
    (-20, .milliseconds(-1_728)), (27.8, .microseconds(2_401_920)), (20_000, .seconds(1_728)),
    (-100_000, .seconds(-8_640)), (100_000, .seconds(8_640)),
  ])
  func `a clock gains or loses its drift each day (RA4)`(drift: Double, ahead: Duration) {
    var clock = AccessoryClock()
    clock.run(drift, at: .start)
    #expect(clock.reading(at: .start + Self.day) == Self.day + ahead)
    #expect(clock.reading(at: .start + Self.day * 10) == (Self.day + ahead) * 10)
  }

  @Test func `a clock goes on from what it shows when its drift changes or it is set (RA4)`() {
    var clock = AccessoryClock()
    clock.run(10_000, at: .start)
    clock.run(0, at: .start + .seconds(100))
    #expect(clock.reading(at: .start + .seconds(100)) == .seconds(101))
    #expect(clock.reading(at: .start + .seconds(200)) == .seconds(201))
    clock.run(-10_000, at: .start + .seconds(200))
    clock.set(.seconds(5_000), at: .start + .seconds(300))
    #expect(clock.reading(at: .start + .seconds(300)) == .seconds(5_000))
    #expect(clock.reading(at: .start + .seconds(400)) == .seconds(5_099))
  }
}
