import Testing
import YobanVirtualTime

@testable import YobanSimulatedAndroid
import YobanSimulatedOS
@testable import YobanSimulatedDevices

/// The level of a battery, without the simulator (WK11).
@Suite struct BatteryMachineTests {
  private static func hours(_ count: Double) -> VirtualInstant {
    VirtualInstant(nanoseconds: Int64(count * 3600e9))
  }

  private func machine(level: Double = 1, base: Double = 0.05) -> BatteryMachine {
    BatteryMachine(level: level, base: base, chargeDuration: .seconds(2 * 3600), at: .start)
  }

  enum Input: Sendable {
    case draw(BatteryConsumer, Double)
    case use(Double)
    case charger(Bool)
    case level(Double)
  }

  struct Line: Sendable {
    /// In hours.
    var at: Double
    var input: Input?
    /// The level at that moment, after the input.
    var level: Double
  }

  /// Begins full and loses 5 % an hour without consumers.
  static let timeline: [Line] = [
    Line(at: 0, level: 1), Line(at: 1, level: 0.95),
    Line(at: 1, input: .draw(.accelerometer, 0.01), level: 0.95), Line(at: 2, level: 0.89),
    Line(at: 2, input: .draw(.workout, 0.04), level: 0.89), Line(at: 3, level: 0.79),
    Line(at: 3, input: .use(0.1), level: 0.69),
    Line(at: 3, input: .draw(.workout, 0), level: 0.69), Line(at: 4, level: 0.63),
    Line(at: 4, input: .charger(true), level: 0.63), Line(at: 4.1, level: 0.68),
    Line(at: 10, level: 1), Line(at: 10, input: .charger(false), level: 1),
    Line(at: 11, level: 0.94), Line(at: 11, input: .level(0.06), level: 0.06),
    Line(at: 12, level: 0), Line(at: 20, level: 0),
  ]

  @Test func `the level follows from consumption and charging at every moment (WK11)`() {
    var machine = machine()
    for line in Self.timeline {
      let now = Self.hours(line.at)
      var isChange = true
      switch line.input {
      case .draw(let consumer, let share):
        isChange = machine.set(consumer, perHour: share, at: now)
      case .use(let share): isChange = machine.use(share, at: now)
      case .charger(let isOn): machine.setCharging(isOn, at: now)
      case .level(let level): machine.setLevel(level, at: now)
      case nil: break
      }
      #expect(isChange)
      #expect(abs(machine.level(at: now) - line.level) < 1e-9, "at \(line.at) h")
    }
  }

  @Test(arguments: [(1.0, 0.05), (0.95, 1.0 / 18), (0.3, 0.0833), (1e-6, 0.5)])
  func `the battery is empty exactly at the predicted moment (WK11)`(
    _ level: Double, _ base: Double
  ) throws {
    let machine = machine(level: level, base: base)
    let moment = try #require(machine.empties(at: .start))
    #expect(abs((moment - .start).seconds - level / base * 3600) < 1e-6)
    #expect(machine.level(at: moment) == 0)
    #expect(machine.level(at: moment - .milliseconds(1)) > 0)
  }

  @Test func `a battery that is charging, or without consumption, never becomes empty`() {
    var machine = machine(base: 0)
    #expect(machine.empties(at: .start) == nil)
    _ = machine.set(.other, perHour: 0.1, at: .start)
    #expect(machine.empties(at: .start) != nil)
    machine.setCharging(true, at: .start)
    #expect(machine.empties(at: .start) == nil)
  }

  @Test func `inputs without an effect report no change`() {
    var machine = machine()
    let before = machine
    let now = Self.hours(1)
    let changes = [
      machine.set(.workout, perHour: 0, at: now), machine.use(0, at: now),
      machine.set(base: 0.05, chargeDuration: .seconds(2 * 3600), at: now),
    ]
    #expect(changes == [false, false, false])
    #expect(machine == before)
  }

  @Test func `charging to a level takes that share of the time of a full charge`() {
    #expect(machine(level: 0).charging(to: 0.02, at: .start) == .seconds(144))
    #expect(machine(level: 0.5).charging(to: 0.02, at: .start) == .zero)
  }
}
