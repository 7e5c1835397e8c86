import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// One app with jobs of every kind, for two days.
@Suite struct JobDeterminismTests {
  @MainActor private static func upload(bytes: Int) {
    let file = URL.temporaryDirectory.appending(path: "chunk")
    try! Data(repeating: 1, count: bytes).write(to: file)
    var request = URLRequest(url: URL(string: "https://example.com/upload")!)
    request.httpMethod = "POST"
    Kept.get("session", as: URLSession.self)!.uploadTask(with: request, fromFile: file).resume()
  }

  private static func play(seed: UInt64) async throws -> World {
    var scheduled = JobApp(
      modes: ["fetch", "processing", "remote-notification"], entitlements: ["aps-environment"])
    scheduled.onLaunch = { runner, task in
      runner.submit(
        task.identifier, task.identifier == "a.refresh" ? .refresh : .charging)
    }
    scheduled.launched = { application in
      application.registerForRemoteNotifications()
      Kept.of("session", URLSession(configuration: .background(withIdentifier: "jobs")))
    }
    scheduled.onPush = { _, done in
      upload(bytes: 500)
      done(.newData)
    }
    let app = scheduled
    return try await withPhone(seed: seed, gateway: FakeGateway()) { phone in
      let app = try phone.install(app)
      await phone.open(app)
      await phone.tasks(of: app) {
        $0.submit("a.refresh")
        $0.submit("a.clean", .charging)
      }
      try await phone.world.pass(.seconds(5))
      for hour in 0..<48 {
        phone.power.isCharging = hour % 24 < 8
        if hour % 24 == 9 { await phone.open(app) } else { await phone.lock() }
        if hour % 7 == 3 { phone.jetsam(app) }
        if hour == 30 { try await phone.reboot() }
        try? phone.push(to: app, payload: #"{"aps":{"content-available":1}}"#)
        try await phone.world.pass(.minutes(60))
      }
    }
  }

  @Test(arguments: [1, 2, 77])
  func `the same seed gives the same trace, another seed a different one`(
    _ seed: UInt64
  ) async throws {
    let (one, two) = (try await Self.play(seed: seed), try await Self.play(seed: seed))
    for (i, event) in one.trace.events.enumerated() where event != two.trace.events[i] {
      Issue.record("seed \(seed), event \(i): \(event) and \(two.trace.events[i])")
      break
    }
    #expect(one.trace.digest == two.trace.digest)
    #expect(try await Self.play(seed: seed + 1).trace.digest != one.trace.digest)
  }

  @Test(arguments: 1...20)
  func `with random jobs every task runs once, in background, and within its time`(
    _ seed: UInt64
  ) async throws {
    let world = try await Self.play(seed: seed)
    var pending: [String: Int] = [:]
    var running: Set<String> = []
    var state = AppState.notRunning
    for event in world.trace.events {
      if case .state(let new) = event.kind.app { state = new }
      guard let event = event.kind.scheduledTask else { continue }
      switch event {
      case .submitted(let id, _): pending[id] = 1  // Replaces a pending request.
      case .launched(let id, _):
        #expect(pending[id] == 1, "seed \(seed): \(id) was not pending")
        #expect([.background, .suspended].contains(state), "seed \(seed): \(id) in \(state)")
        pending[id] = 0
        running.insert(id)
      case .completed(let id, _):
        #expect(running.remove(id) != nil, "seed \(seed): \(id) did not run")
      case .refused, .cancelled, .expired, .activity: break
      }
    }
    #expect(world.taskEvents.contains { if case .launched = $0 { true } else { false } })
    #expect(Set(world.ends).isSubset(of: [.jetsam, .reboot]))
    #expect(world.findings.isEmpty)
  }
}
