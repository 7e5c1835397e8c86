import Foundation
import SimulatedOS
import VirtualTime

/// What the person and the world do in a night.
///
/// Sendable: everything it refers to belongs to the simulation that plays it.
struct NightScenario: @unchecked Sendable {
  let run: NightRun
  let source: any MotionSource

  private var plan: NightPlan { run.plan }
  private var world: World { run.world }

  /// Opens the app, starts the recording, lies down; in the morning stops it and waits until all
  /// is uploaded. Returns the wanted time, and the strap if one was worn.
  func play() async throws -> (wanted: Range<VirtualInstant>, strap: HeartStrap?) {
    let phone = world.addDevice(NightRun.phoneName, .iPhone(iOS: plan.systemVersion))
    phone.motion.source = source
    let strap = plan.hasStrap ? HeartStrap(in: world, for: phone) : nil
    if plan.hasBeacons { addBeacons() }
    let app = try phone.install(run.app(plan.settings(run.device, run.collector)))
    await phone.open(app)
    try await Task.sleep(for: .seconds(5))

    let start = world.now
    let hours = plan.hours
    await phone.touch(app, "Start") {
      NotificationCenter.default.post(
        name: .init("StartNight"), object: nil, userInfo: ["hours": hours + 1])
    }
    // Long enough to answer the location dialogue.
    try await Task.sleep(for: .seconds(10))
    await phone.lock()

    let incidents = plan.incidents.map { incident in
      Task { try await happen(incident, phone, app, strap, start) }
    }
    let alongside = Task { try await run.alongside(phone, app) }
    let end = start + .seconds(hours * 3600)
    while world.now < end {
      let step = min(.seconds(900), end - world.now)
      try await Task.sleep(for: step)
      run.onProgress?(world.now - .start)
    }
    for incident in incidents { try await incident.value }
    try await alongside.value

    await phone.open(app)
    await phone.touch(app, "Stop") {
      NotificationCenter.default.post(name: .init("StopNight"), object: nil)
    }
    let stop = world.now
    try await waitForUploads(phone)
    return (start..<stop, strap)
  }

  /// One in each room.
  private func addBeacons() {
    for (i, room) in NightPlan.Room.allCases.enumerated() {
      let beacon = world.addBeacon(
        room.rawValue, uuid: NightBeacons.uuid, major: NightBeacons.major, minor: UInt16(i))
      beacon.transmitPower = -20
      beacon.place = room.place
      beacon.switchOn()
    }
  }

  /// The person leaves the phone on the table until the last chunk is on its way, at most an hour.
  private func waitForUploads(_ phone: Device) async throws {
    try await Task.sleep(for: .seconds(20))
    await phone.lock()
    for _ in 0..<360 where phone.transfer.isBusy { try await Task.sleep(for: .seconds(10)) }
    try await Task.sleep(for: .seconds(30))
  }

  private func happen(
    _ incident: NightPlan.Incident, _ phone: Device, _ app: InstalledApp, _ strap: HeartStrap?,
    _ start: VirtualInstant
  ) async throws {
    try await Task.sleep(for: start + incident.after - world.now)
    switch incident.what {
    case .jetsam(let pause):
      phone.jetsam(app)
      try await reopen(app, on: phone, after: pause)
    case .forceQuit(let pause):
      await phone.swipeAway(app)
      try await reopen(app, on: phone, after: pause)
    case .reboot(let pause):
      try await phone.reboot()
      try await reopen(app, on: phone, after: pause)
    case .update(let version):
      try await phone.update(toIOS: version)
    case .offline(let pause):
      phone.network.path = .offline
      try await Task.sleep(for: pause)
      phone.network.path = .wifi
    case .strapAway(let pause):
      strap?.accessory.carrier = nil
      try await Task.sleep(for: pause)
      strap?.accessory.carrier = phone
    case .collectorKilled(let pause):
      Simulation.onHost { run.collector.process?.kill() }
      try await Task.sleep(for: pause)
      try Simulation.onHost { try run.collector.process?.start() }
    case .walk(let room):
      try await phone.carry(to: room.place, at: 1.2)
    case .charger(let isConnected):
      phone.power.isCharging = isConnected
    }
  }

  private func reopen(_ app: InstalledApp, on phone: Device, after pause: Duration?) async throws {
    guard let pause else { return }
    try await Task.sleep(for: pause)
    await phone.open(app)
    try await Task.sleep(for: .seconds(10))
    await phone.lock()
  }
}
