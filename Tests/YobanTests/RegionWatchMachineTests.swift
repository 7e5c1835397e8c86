import Foundation
import Testing

@testable import Yoban

@Suite struct RegionWatchMachineTests {
  typealias Machine = RegionWatchMachine
  typealias Action = RegionWatchMachine.Action

  static let door = WatchedRegion.beacon("door", uuid: UUID(uuidString: Self.uuid)!, major: 1)
  static let home = WatchedRegion.circle("home", latitude: 35.6, longitude: 139.7, radius: 200)
  private static let uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"

  /// Returns a moment of the test, in seconds.
  static func at(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: 1e9 + seconds) }

  static func entered(
    _ seconds: TimeInterval, _ source: RegionChange.Source = .monitored, missed: Bool = false
  ) -> Action {
    .post(.entered(change(seconds, source, missed)))
  }

  static func exited(
    _ seconds: TimeInterval, _ source: RegionChange.Source = .monitored, missed: Bool = false
  ) -> Action {
    .post(.exited(change(seconds, source, missed)))
  }

  private static func change(
    _ seconds: TimeInterval, _ source: RegionChange.Source, _ missed: Bool
  ) -> RegionChange {
    RegionChange(
      region: door, date: at(seconds), source: source, happenedWhileNotRunning: missed)
  }

  static func beacon(_ proximity: RegionProximity, accuracy: Double = 1, rssi: Int = -60)
    -> ReceivedBeacon
  {
    ReceivedBeacon(major: 1, minor: 1, proximity: proximity, accuracy: accuracy, rssi: rssi)
  }

  static func proximity(
    _ seconds: TimeInterval, _ proximity: RegionProximity, _ beacon: ReceivedBeacon?
  ) -> Action {
    .post(
      .proximity(
        ProximityChange(region: door, proximity: proximity, beacon: beacon, date: at(seconds))))
  }

  /// Returns a watch of one beacon, which the system already monitors, at second 0.
  static func launched(
    _ record: RegionMemory.Record? = .init(region: door), access: Machine.Access = .always,
    exitDelay: TimeInterval = 20
  ) -> Machine {
    var memory = RegionMemory(isWanted: true)
    memory.records["door"] = record
    var times = Machine.Times()
    times.exitDelay = exitDelay
    var machine = Machine([door], memory: memory, times: times)
    _ = machine.launched(access, monitored: [door], others: 0, now: at(0))
    return machine
  }

  // MARK: System events, step by step

  @Test(arguments: histories) func `entries and exits are reported as the table says (BC3)`(
    row: History
  ) {
    var machine = Self.launched(row.memory, exitDelay: row.exitDelay)
    for (index, step) in row.steps.enumerated() {
      let actions =
        switch step.input {
        case .enters(let launched):
          machine.entered("door", whileNotRunning: launched, now: Self.at(step.second))
        case .exits(let launched):
          machine.exited("door", whileNotRunning: launched, now: Self.at(step.second))
        case .determined(let presence):
          machine.determined("door", presence, whileNotRunning: false, now: Self.at(step.second))
        case .deadline: machine.deadlinePassed(now: Self.at(step.second))
        case .ranged(let beacons): machine.ranged("door", beacons, now: Self.at(step.second))
        }
      #expect(actions == step.actions, "step \(index)")
    }
  }

  // MARK: Registering

  @Test
  func
    `the first start registers the regions, and requests the state after the system confirms them (BC7)`()
    throws
  {
    var machine = Machine([Self.door, Self.home], memory: nil)
    #expect(machine.launched(.always, monitored: [], others: 0, now: Self.at(0)) == [])
    #expect(
      try machine.start(monitored: [], others: 0, now: Self.at(1)) == [
        .save, .post(.watching), .register(Self.door), .register(Self.home), .cancelWake,
      ])
    #expect(machine.started("door") == [.requestState("door")])
    // A second start registers nothing again.
    #expect(try machine.start(monitored: [Self.door], others: 0, now: Self.at(2)) == [])
  }

  @Test func `a launch does not register regions that the system already monitors (BC10)`() throws {
    var machine = Machine([Self.door, Self.home], memory: RegionMemory(isWanted: true))
    let rounded = WatchedRegion.circle(
      "home", latitude: 35.600_000_000_1, longitude: 139.7, radius: 200.1)
    #expect(
      machine.launched(.always, monitored: [Self.door, rounded], others: 0, now: Self.at(0)) == [
        .post(.watching), .requestState("door"), .requestState("home"), .cancelWake,
      ])
    #expect(try machine.start(monitored: [Self.door], others: 0, now: Self.at(1)) == [])
  }

  @Test func `a region with other parameters is registered again and its state is reset (BC2)`() {
    var memory = RegionMemory(isWanted: true)
    let old = WatchedRegion.beacon("door", uuid: UUID(uuidString: Self.uuid)!, major: 2)
    memory.records["door"] = .init(region: old, presence: .inside)
    var machine = Machine([Self.door], memory: memory)
    #expect(machine.memory.records["door"]?.presence == .unknown)
    #expect(
      machine.launched(.always, monitored: [old], others: 0, now: Self.at(0)) == [
        .post(.watching), .register(Self.door), .cancelWake,
      ])
  }

  @Test func `in foreground missing regions are registered again and their state is requested`() {
    var machine = Machine([Self.door, Self.home], memory: RegionMemory(isWanted: true))
    #expect(machine.enteredForeground(monitored: [], now: Self.at(0)) == [])
    _ = machine.launched(.always, monitored: [Self.door, Self.home], others: 0, now: Self.at(0))
    #expect(
      machine.enteredForeground(monitored: [Self.home], now: Self.at(1)) == [
        .register(Self.door), .requestState("home"),
      ])
    _ = machine.accessChanged(.denied, monitored: [], now: Self.at(2))
    #expect(machine.enteredForeground(monitored: [], now: Self.at(3)) == [])
  }

  @Test(arguments: [RegionWatchMachine.Access.notDetermined, .whenInUse, .always])
  func
    `a permission request made in background, which is not shown, is repeated in foreground (BC13)`(
      access: RegionWatchMachine.Access
    )
  {
    var machine = Machine([Self.door], memory: RegionMemory(isWanted: true))
    _ = machine.launched(access, monitored: [Self.door], others: 0, now: Self.at(0))
    let actions = machine.enteredForeground(monitored: [Self.door], now: Self.at(1))
    #expect(actions.contains(.askPermission) == (access != .always))
  }

  @Test func `an unwanted region is unregistered before others are registered`() {
    let circle = WatchedRegion.circle("door", latitude: 0, longitude: 0, radius: 100)
    var machine = Machine([Self.door], memory: RegionMemory(isWanted: true))
    // For the system, a region of another kind with the same name is a different region (BC2).
    #expect(
      machine.launched(.always, monitored: [circle, Self.home], others: 3, now: Self.at(0)) == [
        .post(.watching), .unregister("door"), .unregister("home"), .register(Self.door),
        .cancelWake,
      ])
  }

  @Test(arguments: [(21, 0), (20, 1), (1, 20)])
  func `more than 20 regions of an app are an error, and nothing is registered (BC1)`(
    wanted: Int, others: Int
  ) {
    let regions = (0..<wanted).map {
      WatchedRegion.circle("r\($0)", latitude: 0, longitude: Double($0), radius: 100)
    }
    var machine = Machine(regions, memory: nil)
    #expect(throws: RegionWatchError.tooManyRegions(wanted: wanted, others: others)) {
      try machine.start(monitored: [], others: others, now: Self.at(0))
    }
    #expect(!machine.memory.isWanted)
    // A later launch does not start either.
    machine.memory.isWanted = true
    #expect(machine.launched(.always, monitored: [], others: others, now: Self.at(1)) == [])
  }

  @Test func `twenty regions are allowed (BC1)`() throws {
    let regions = (0..<20).map {
      WatchedRegion.circle("r\($0)", latitude: 0, longitude: Double($0), radius: 100)
    }
    var machine = Machine(regions, memory: nil)
    _ = machine.launched(.always, monitored: [], others: 0, now: Self.at(0))
    let actions = try machine.start(monitored: [], others: 0, now: Self.at(0))
    #expect(actions.filter { if case .register = $0 { true } else { false } }.count == 20)
  }

  @Test func `a stop unregisters all regions and deletes their state`() throws {
    var machine = Self.launched(.init(region: Self.door, presence: .inside))
    _ = machine.exited("door", whileNotRunning: false, now: Self.at(5))
    #expect(
      machine.stop(monitored: ["door", "another"]) == [
        .unregister("another"), .unregister("door"), .cancelWake, .maySleep, .save,
      ])
    #expect(!machine.memory.isWanted)
    #expect(machine.entered("door", whileNotRunning: false, now: Self.at(6)) == [])
    #expect(machine.exited("door", whileNotRunning: false, now: Self.at(6)) == [])
    #expect(machine.determined("door", .inside, whileNotRunning: false, now: Self.at(6)) == [])
    #expect(machine.started("door") == [])
    #expect(machine.monitoringFailed("door", code: 5) == [])
    #expect(machine.deadlinePassed(now: Self.at(60)) == [.cancelWake])
  }

  @Test func `a state that the system does not know yet is requested again, up to six times (BC7)`()
  {
    var machine = Self.launched()
    for seconds in [5, 10, 20, 40, 80, 160] {
      #expect(
        machine.determined("door", .unknown, whileNotRunning: false, now: Self.at(0)) == [
          .askAgain("door", after: .seconds(seconds))
        ])
      #expect(machine.askAgain("door") == [.requestState("door")])
    }
    #expect(machine.determined("door", .unknown, whileNotRunning: false, now: Self.at(0)) == [])
    _ = machine.determined("door", .outside, whileNotRunning: false, now: Self.at(0))
    #expect(machine.askAgain("door") == [])
  }

  // MARK: Permission

  @Test(arguments: [
    (Machine.Access.whenInUse, RegionProblem.needsAlways), (.denied, .denied),
    (.reducedAccuracy, .reducedAccuracy), (.restricted, .restricted),
    (.servicesOff, .locationServicesOff),
  ])
  func `each obstacle is reported once, and its end too (BC12)`(
    access: Machine.Access, problem: RegionProblem
  ) {
    var machine = Self.launched(.init(region: Self.door, presence: .inside))
    let actions = machine.accessChanged(access, monitored: [Self.door], now: Self.at(1))
    #expect(actions.contains(.post(.problem(problem))))
    #expect(machine.problem == problem)
    #expect(machine.confirmed.isEmpty)
    #expect(actions.contains(.stopRanging("door")) == (access != .whenInUse))
    #expect(actions.contains(.askPermission) == (access == .whenInUse))
    #expect(machine.accessChanged(access, monitored: [Self.door], now: Self.at(2)) == [])
    // The changes meanwhile are requested from the system.
    let again = machine.accessChanged(.always, monitored: [Self.door], now: Self.at(3))
    #expect(again.starts(with: [.post(.watching), .requestState("door")]))
    #expect(again.contains(.startRanging("door")) == (access != .whenInUse))
  }

  @Test func `a user who was not asked is asked, and nothing is registered before (BC13)`() {
    var machine = Machine([Self.door], memory: RegionMemory(isWanted: true))
    #expect(
      machine.launched(.notDetermined, monitored: [], others: 0, now: Self.at(0)) == [
        .askPermission, .cancelWake,
      ])
    #expect(
      machine.accessChanged(.whenInUse, monitored: [], now: Self.at(5)) == [
        .askPermission, .post(.problem(.needsAlways)), .register(Self.door),
      ])
    #expect(
      machine.accessChanged(.always, monitored: [Self.door], now: Self.at(9)) == [
        .post(.watching), .requestState("door"),
      ])
  }

  @Test func `a failure of the system is reported, but a delay is not`() {
    var machine = Self.launched(Self.wasInside)
    #expect(
      machine.monitoringFailed("door", code: 5) == [
        .post(.problem(.monitoringFailed(region: "door", code: 5)))
      ])
    #expect(machine.monitoringFailed("door", code: 6) == [])
    #expect(machine.monitoringFailed(nil, code: 7) == [])
    let failure = Action.post(.problem(.rangingFailed(region: "door", code: 16)))
    _ = machine.ranged("door", [Self.beacon(.near)], now: Self.at(1))
    #expect(
      machine.rangingFailed("door", code: 16, now: Self.at(2)) == [
        .stopRanging("door"), failure, Self.proximity(2, .unknown, nil),
      ])
    #expect(machine.rangingFailed("door", code: 16, now: Self.at(3)) == [])
    // Ranging starts again with the next event of the region, or when the user opens the app.
    #expect(
      machine.entered("door", whileNotRunning: false, now: Self.at(4)) == [
        .confirm("door"), .startRanging("door"),
      ])
    #expect(
      machine.rangingFailed("door", code: 16, now: Self.at(5)) == [.stopRanging("door"), failure])
    #expect(
      machine.enteredForeground(monitored: [Self.door], now: Self.at(6)) == [
        .requestState("door"), .startRanging("door"),
      ])
  }
}
