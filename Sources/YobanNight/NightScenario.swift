import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// The actions of the user and the events of the world in a night.
struct NightScenario: @unchecked SimulationConfined {
  let run: NightRun
  let uploadCounter: UploadCounter
  private let sources: [NightDevice: any MotionSource]

  private var plan: NightPlan { run.plan }
  private var world: World { run.world }

  /// - Throws: `RecordingError` if a motion recording cannot be read.
  init(run: NightRun, uploadCounter: UploadCounter) throws {
    self.run = run
    self.uploadCounter = uploadCounter
    var sources: [NightDevice: any MotionSource] = [:]
    for kind in run.plan.devices.sorted() {
      sources[kind] = try run.plan.motion.source(of: kind, seed: run.plan.seed)
    }
    self.sources = sources
  }

  /// Opens the apps and starts the recordings; in the morning, stops them and waits until everything
  /// is uploaded. Returns the devices with their wanted times, and the injector of the fault.
  func play() async throws -> (fixtures: [NightDeviceFixture], injector: FaultInjector?) {
    let fixtures = try NightFixture(run: run, uploadCounter: uploadCounter, sources: sources)
      .gather()
    if plan.hasBeacons { try addBeacons() }
    let injector = run.fault.map { FaultInjector($0, fixtures, in: world) }
    injector?.arm()
    for one in fixtures { try await goToBed(with: one) }

    let start = fixtures.compactMap(\.wanted).map(\.lowerBound).min() ?? world.now
    let incidents = plan.incidents.map { incident in
      Task { try await happen(incident, fixtures, start) }
    }
    let first = fixtures.first(where: \.records)!
    let concurrentActions = Task { try await run.concurrentActions(first.device, first.app) }
    let end = start + .seconds(plan.hours * 3600)
    while world.now < end {
      let step = min(.seconds(900), end - world.now)
      try await Task.sleep(for: step)
      run.onProgress?(world.now - .start)
    }
    for incident in incidents { try await incident.value }
    try await concurrentActions.value

    try await injector?.waitForUser()
    for one in fixtures where !(plan.stopsPhoneLast && one.kind == .iphone) {
      try await getUp(with: one)
    }
    if plan.stopsPhoneLast { try await stopPhone(fixtures) }
    try await waitForUploads(fixtures, injector)
    for one in fixtures { one.correctEnd(in: world.trace) }
    return (fixtures, injector)
  }

  // MARK: The user

  /// Opens the app, starts its recording and locks the device. Repeats this until the app shows that
  /// it records.
  private func goToBed(with one: NightDeviceFixture) async throws {
    for _ in 0..<5 {
      await one.device.open(one.app)
      // The tap must not be at the exact time of a sample.
      try await Task.sleep(for: .milliseconds(5003))
      guard one.records else { break }
      let touched = world.now
      let answer = await one.press(.start, hours: plan.hours + 1)
      // The time to answer the permission dialogs.
      try await Task.sleep(for: .seconds(10))
      if one.started(by: touched, answer, in: world.trace) { break }
    }
    if !one.records { try await Task.sleep(for: .seconds(10)) }
    await one.putAway()
  }

  private func getUp(with one: NightDeviceFixture) async throws {
    guard one.records, one.wanted != nil else { return }
    try await chargeIfEmpty(one)
    for _ in 0..<5 {
      await one.device.open(one.app)
      let touched = world.now
      let answer = await one.press(.stop)
      if one.stopped(by: touched, answer, now: world.now, in: world.trace) { break }
      try await Task.sleep(for: .seconds(10))
    }
  }

  /// Stops the iPhone's recording when the watch has sent nothing for a minute, or after half a day.
  private func stopPhone(_ fixtures: [NightDeviceFixture]) async throws {
    var quiet = 0
    for _ in 0..<4320 where quiet < 6 {
      try await Task.sleep(for: .seconds(10))
      let isBusy = fixtures.contains { $0.watch?.watchLink.isBusy == true }
      quiet = isBusy ? 0 : quiet + 1
    }
    for one in fixtures where one.kind == .iphone { try await getUp(with: one) }
  }

  /// Charges a device whose battery is empty until it runs again (WK11).
  private func chargeIfEmpty(_ one: NightDeviceFixture) async throws {
    guard one.device.power.isEmpty else { return }
    one.device.power.isCharging = true
    for _ in 0..<360 where !one.device.isUp { try await Task.sleep(for: .seconds(10)) }
  }

  /// Waits until the last chunk has arrived, at most half a day. The user opens the apps once an hour
  /// as long as something waits.
  private func waitForUploads(_ fixtures: [NightDeviceFixture], _ injector: FaultInjector?)
    async throws
  {
    try await Task.sleep(for: .seconds(20))
    for one in fixtures { await one.putAway() }
    for round in 1...4320 {
      try await injector?.waitForUser()
      if fixtures.allSatisfy({ $0.isIdle }) { break }
      try await Task.sleep(for: .seconds(10))
      guard round % 360 == 0 else { continue }
      for one in fixtures {
        await one.device.open(one.app)
        try await Task.sleep(for: .seconds(20))
        await one.putAway()
      }
    }
    try await Task.sleep(for: .seconds(30))
  }

  private func reopen(_ one: NightDeviceFixture, after pause: Duration?) async throws {
    guard let pause else { return }
    try await Task.sleep(for: pause)
    await one.device.open(one.app)
    try await Task.sleep(for: .seconds(10))
    await one.putAway()
  }

  // MARK: The world

  /// Adds one beacon to each room.
  private func addBeacons() throws {
    for (i, room) in NightPlan.Room.allCases.enumerated() {
      let beacon = try world.addBeacon(
        room.rawValue, uuid: NightBeacons.uuid, major: NightBeacons.major, minor: UInt16(i))
      beacon.transmitPower = -20
      beacon.place = room.place
      beacon.switchOn()
    }
  }

  private func happen(
    _ incident: NightPlan.Incident, _ fixtures: [NightDeviceFixture], _ start: VirtualInstant
  ) async throws {
    try await Task.sleep(for: start + incident.after - world.now)
    guard let one = fixtures.first(where: { $0.kind == incident.device }) else { return }
    let device = one.device
    switch incident.what {
    case .jetsam(let pause):
      device.jetsam(one.app)
      try await reopen(one, after: pause)
    case .forceQuit(let pause):
      await one.forceQuit()
      try await reopen(one, after: pause)
    case .reboot(let pause):
      try await device.reboot()
      try await reopen(one, after: pause)
    case .update(let version):
      // Only an iPhone can be updated; `NightPlan` has no such incident for another device.
      try await (device as? Phone)?.update(toIOS: version)
    case .offline(let pause):
      device.network.path = .offline
      try await Task.sleep(for: pause)
      device.network.path = .wifi
    case .outOfReach(let pause):
      let place = device.place
      device.network.path = .offline
      device.place = Place(x: place.x + 10_000)
      try await Task.sleep(for: pause)
      device.place = place
      device.network.path = .wifi
    case .strapAway(let pause):
      one.strap?.accessory.carrier = nil
      try await Task.sleep(for: pause)
      one.strap?.accessory.carrier = device
    case .collectorKilled(let pause):
      try Simulation.onHost { try run.collector.setRunning(false) }
      try await Task.sleep(for: pause)
      try Simulation.onHost { try run.collector.setRunning(true) }
    case .walk(let room):
      try await device.carry(to: room.place, at: 1.2)
    case .charger(let isConnected):
      device.power.isCharging = isConnected
    }
  }
}
