import Testing
import YobanVirtualTime

@testable import YobanSimulatedDevices
import YobanSimulatedOS
@testable import YobanSimulatedAndroid

@Suite struct AndroidScanMachineTests {
  private static let policy = AndroidBluetoothPolicy(api: 34)

  /// The seconds at which scans start, and which of these starts pass.
  static let starts: [(at: [Double], passes: [Bool])] = [
    ([0, 1, 2, 3, 4], [true, true, true, true, true]),
    ([0, 1, 2, 3, 4, 5], [true, true, true, true, true, false]),
    ([0, 1, 2, 3, 4, 29.9, 30], [true, true, true, true, true, false, true]),
    // A start that was dropped does not count.
    (
      [0, 1, 2, 3, 4, 5, 6, 7, 30, 30.5, 31],
      Array(repeating: true, count: 5)
        + [false, false, false, true, false, true]
    ),
    ([0, 10, 20, 30, 40, 50], Array(repeating: true, count: 6)),
  ]

  @Test(arguments: starts.indices)
  func `the sixth start within 30 s is dropped (AN11)`(_ row: Int) {
    var throttle = ScanStartThrottle()
    let passes = Self.starts[row].at.map { throttle.start(at: at($0), Self.policy) }
    #expect(passes == Self.starts[row].passes)
  }

  struct Condition: Sendable {
    var isFiltered: Bool
    var isScreenOn: Bool
    var isLocationOn: Bool
    var isNeverForLocation = false
    var runs: Bool
  }

  static let conditions: [Condition] = [
    Condition(isFiltered: false, isScreenOn: true, isLocationOn: true, runs: true),
    Condition(isFiltered: false, isScreenOn: false, isLocationOn: true, runs: false),
    Condition(isFiltered: false, isScreenOn: true, isLocationOn: false, runs: false),
    Condition(isFiltered: false, isScreenOn: false, isLocationOn: false, runs: false),
    Condition(isFiltered: true, isScreenOn: false, isLocationOn: true, runs: true),
    Condition(isFiltered: true, isScreenOn: true, isLocationOn: false, runs: true),
    Condition(isFiltered: true, isScreenOn: false, isLocationOn: false, runs: true),
    Condition(
      isFiltered: false, isScreenOn: true, isLocationOn: false, isNeverForLocation: true,
      runs: true),
    Condition(
      isFiltered: false, isScreenOn: false, isLocationOn: false, isNeverForLocation: true,
      runs: false),
  ]

  @Test(arguments: conditions)
  func `an unfiltered scan pauses while the screen or location is off, and resumes later (AN12)`(
    _ row: Condition
  ) {
    var machine = AndroidScanMachine(
      isFiltered: row.isFiltered, isNeverForLocation: row.isNeverForLocation, .lowPower)
    let actions = machine.conditionsChanged(
      isScreenOn: row.isScreenOn, isLocationOn: row.isLocationOn, Self.policy)
    #expect(actions == [row.runs ? .listen : .noResults])
    #expect(machine.state == (row.runs ? .running : .suspended))
    // The same conditions again cause no new action.
    let again = machine.conditionsChanged(
      isScreenOn: row.isScreenOn, isLocationOn: row.isLocationOn, Self.policy)
    #expect(again == (row.runs ? [.listen] : []))
    let later = machine.conditionsChanged(isScreenOn: true, isLocationOn: true, Self.policy)
    #expect(later == [.listen])
    #expect(machine.state == .running)
  }

  struct LongScan: Sendable {
    var api: Int
    var isFiltered: Bool
    var mode: ScanMode
    /// The mode from then on; nil if nothing changes.
    var later: ScanMode?
  }

  /// The table of AN11. API 34 is Android 14.
  static let longScans: [LongScan] = [
    LongScan(api: 28, isFiltered: false, mode: .lowLatency, later: .opportunistic),
    LongScan(api: 34, isFiltered: false, mode: .lowLatency, later: .opportunistic),
    LongScan(api: 28, isFiltered: true, mode: .lowLatency, later: nil),
    LongScan(api: 33, isFiltered: true, mode: .balanced, later: nil),
    LongScan(api: 34, isFiltered: true, mode: .lowLatency, later: .lowPower),
    LongScan(api: 36, isFiltered: true, mode: .balanced, later: .lowPower),
    LongScan(api: 34, isFiltered: true, mode: .lowPower, later: nil),
  ]

  @Test(arguments: longScans)
  func `a scan that runs too long is downgraded once, and stays so (AN11)`(_ row: LongScan) {
    let policy = AndroidBluetoothPolicy(api: SystemVersion(row.api))
    #expect(policy.longScanLimit == (row.api < 34 ? .seconds(30 * 60) : .seconds(10 * 60)))
    var machine = AndroidScanMachine(isFiltered: row.isFiltered, row.mode)
    #expect(machine.ranTooLong(policy) == (row.later.map { [.downgrade(to: $0)] } ?? []))
    #expect(machine.mode == row.later ?? row.mode)
    #expect((machine.state == .opportunistic) == (row.later == .opportunistic))
    #expect(machine.ranTooLong(policy) == [])
    // A downgraded scan with filters still listens.
    let actions = machine.conditionsChanged(isScreenOn: true, isLocationOn: true, policy)
    #expect(actions == (row.later == .opportunistic ? [] : [.listen]))
    machine.stop()
    #expect(machine.ranTooLong(policy) == [] && machine.state == .stopped)
  }

  @Test func `the radio does not listen for an opportunistic scan`() {
    var machine = AndroidScanMachine(isFiltered: true, .opportunistic)
    #expect(
      machine.conditionsChanged(isScreenOn: true, isLocationOn: true, Self.policy) == [])
    #expect(Self.policy.duty(of: .opportunistic, isScreenOn: true) == nil)
  }

  struct Duty: Sendable {
    var api: Int
    var mode: ScanMode
    var isScreenOn = true
    var window: Int
    var interval: Int
  }

  /// The table of AN13.
  static let duties: [Duty] = [
    Duty(api: 27, mode: .lowPower, window: 500, interval: 5_000),
    Duty(api: 27, mode: .balanced, window: 2_000, interval: 5_000),
    Duty(api: 28, mode: .lowPower, window: 512, interval: 5_120),
    Duty(api: 28, mode: .balanced, window: 1_024, interval: 4_096),
    Duty(api: 32, mode: .lowPower, isScreenOn: false, window: 512, interval: 5_120),
    Duty(api: 32, mode: .lowPower, window: 512, interval: 5_120),
    Duty(api: 27, mode: .lowLatency, window: 5_000, interval: 5_000),
    Duty(api: 28, mode: .lowLatency, window: 4_096, interval: 4_096),
    Duty(api: 32, mode: .lowLatency, window: 4_096, interval: 4_096),
    Duty(api: 33, mode: .lowPower, window: 140, interval: 1_400),
    Duty(api: 36, mode: .balanced, window: 183, interval: 730),
    Duty(api: 33, mode: .lowLatency, window: 100, interval: 100),
    Duty(api: 36, mode: .lowPower, isScreenOn: false, window: 512, interval: 10_240),
    Duty(api: 36, mode: .balanced, isScreenOn: false, window: 183, interval: 730),
  ]

  @Test(arguments: duties)
  func `scan window and interval depend on mode, API level and screen (AN13)`(_ row: Duty) throws {
    let policy = AndroidBluetoothPolicy(api: SystemVersion(row.api))
    let duty = try #require(policy.duty(of: row.mode, isScreenOn: row.isScreenOn))
    #expect(duty == ScanDuty(window: row.window, interval: row.interval))
    let start = at(100)
    #expect(duty.listens(at: start, since: start))
    #expect(!duty.listens(at: start - .nanoseconds(1), since: start))
    #expect(duty.listens(at: start + duty.window - .nanoseconds(1), since: start))
    #expect(duty.listens(at: start + duty.window, since: start) == (row.window == row.interval))
    #expect(duty.listens(at: start + duty.interval, since: start))
    #expect(duty.nextWindow(after: start + .milliseconds(1), since: start) == start + duty.interval)
  }
}
