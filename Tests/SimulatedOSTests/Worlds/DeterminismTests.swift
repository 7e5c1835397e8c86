import Dispatch
import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@Suite struct DeterminismTests {
  /// Two devices, three apps, and everything at once: motion, location, uploads, kills, a reboot.
  private static func busyWorld(seed: UInt64) async throws -> World {
    let (gateway, probe) = (FakeGateway(), MotionProbe())
    let world = try World(seed: seed)
    world.gateway = gateway
    var recorder = LocationApp.app { $0.start() }
    recorder = recorder.on(.didFinishLaunching) { launch in
      _ = Uploader(launch)
      LocationKeeper.current.renewTasks()
      print("launch \(UUID()) \(Int.random(in: 0..<1000)) \(Set(0..<9).map { "\($0)" }.joined())")
      probe.start(interval: 1)
      probe.start(.gyroscope, interval: 0.5)
      @Sendable func chunk() {
        Uploader.current.upload(bytes: Int.random(in: 100..<5000), name: "chunk \(UUID())")
        DispatchQueue.main.asyncAfter(
          deadline: .now() + .seconds(Int.random(in: 10..<90)), execute: chunk)
      }
      chunk()
    }
    recorder.onEvents = { _, session, completion in Uploader.named(session).completion = completion
    }
    var pausing = LocationApp.app { $0.start { $0.pausesAutomatically = true } }
    pausing.name = "Pausing"
    let (first, second) = (recorder.definition, pausing.definition)
    try await world.run {
      let phones = [
        try world.addPhone("one", .iPhone(iOS: 17)),
        try world.addPhone("two", .iPhone(iOS: 15.1)),
      ]
      for phone in phones {
        SlowUplink.set(on: phone)
        for definition in [first, second] {
          let app = try phone.install(definition)
          phone.location.setAuthorization(.always, for: app)
          await phone.open(app)
        }
        await phone.goHome()
      }
      var random = RandomStream(seed: seed, name: "scenario")
      for _ in 0..<60 {
        try await Task.sleep(for: random.duration(in: .seconds(1)...(.seconds(120))))
        let phone = random.pick(phones)
        let app = random.pick(phone.apps)
        switch random.next(below: 9) {
        case 0: phone.jetsam(app)
        case 1: await phone.swipeAway(app)
        case 2: phone.network.path = random.pick([.offline, .wifi, .cellular])
        case 3: gateway.refusal = random.pick([nil, .cannotConnect, .timedOut])
        case 4: phone.isMoving.toggle()
        case 5: try await phone.reboot()
        case 6: await phone.goHome()
        default: await phone.open(app)
        }
      }
    }
    return world
  }

  @Test(arguments: UInt64(1)...4)
  func `the same seed gives the same trace, event by event, another seed a different one`(
    _ seed: UInt64
  ) async throws {
    async let concurrent = Self.busyWorld(seed: seed)
    let again = try await Self.busyWorld(seed: seed)
    let first = try await concurrent
    let difference = zip(first.trace.events, again.trace.events).first { $0 != $1 }
    #expect(difference == nil)
    #expect(first.trace.events.count == again.trace.events.count)
    #expect(first.trace.digest == again.trace.digest)
    #expect(try await Self.busyWorld(seed: seed + 100).trace.digest != first.trace.digest)
    // All of these events happened.
    for service in [
      "app", "background-task", "location", "motion", "transfer", "output", "user", "power",
    ] {
      #expect(first.trace.events.contains { $0.kind.parts.service == service }, "\(service)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `a random world keeps its invariants`(_ seed: UInt64) async throws {
    let world = try await Self.busyWorld(seed: seed)
    var state: [String: AppState] = [:]
    var ended: Set<String> = []
    var last = VirtualInstant.start
    for event in world.trace.events {
      #expect(event.instant >= last)
      last = event.instant
      // A finding may name a process that has ended, and a transfer outlives its process.
      guard event.kind.parts.service == "app", let name = event.process else { continue }
      let process = "\(event.device)/\(name)"
      #expect(!ended.contains(process), "seed \(seed): \(process) after its end: \(event)")
      switch event.kind.app {
      case .state(let new): state[process] = new
      case .callback: #expect(state[process] != .suspended, "seed \(seed): \(event)")
      case .terminated: ended.insert(process)
      default: break
      }
    }
    let launched = world.launches.count
    #expect(launched >= ended.count && Set(state.keys).count == launched)
  }

  @Test func `the charge of a device falls evenly and rises on a charger`() async throws {
    try await withPhone { phone in
      let (start, drain) = (phone.power.level, phone.profile.batteryDrainPerHour)
      try await minutes(120)
      #expect(abs(phone.power.level - (start - 2 * drain)) < 1e-9)
      phone.power.isCharging = true
      try await minutes(12)  // A tenth of the two hours of a full charge.
      #expect(abs(phone.power.level - (start - 2 * drain + 0.1)) < 1e-9)
      try await minutes(600)
      #expect(phone.power.level == 1)
      phone.power.isCharging = false
      try await minutes(60 * 100)
      #expect(phone.power.level == 0)
    }
  }
}
