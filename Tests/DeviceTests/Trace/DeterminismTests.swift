import CoreLocation
import CoreMotion
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Everything at once, on two phones with two apps each: motion, location, uploads, kills, reboots.
@Suite struct DeterminismTests {
  private final class UploadDelegate: NSObject, URLSessionTaskDelegate {
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      print("done \(task.taskIdentifier) \((task.response as? HTTPURLResponse)?.statusCode ?? 0)")
    }
    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
      print("all events")
      MainActor.assumeIsolated {
        Kept.get("handler", as: (() -> Void).self)?()
        Kept.release("handler")
      }
    }
  }

  /// The error with which the server refuses requests; nil for none.
  private final class Refusal: @unchecked SimulationConfined { var error: HTTPExchangeError? }

  @MainActor private static func renewTasks() {
    let before: UIBackgroundTaskIdentifier? = Kept.get("task")
    Kept.of(
      "task",
      UIApplication.shared.beginBackgroundTask {
        UIApplication.shared.endBackgroundTask(Kept.get("task")!)
      })
    if let before { UIApplication.shared.endBackgroundTask(before) }
    DispatchQueue.main.asyncAfter(deadline: .now() + 60) { renewTasks() }
  }

  @MainActor private static func uploadChunks() {
    let name = "chunk \(UUID())"
    let file = URL.documentsDirectory.appending(path: name)
    try! Data(count: .random(in: 100..<5000)).write(to: file)
    var request = URLRequest(url: URL(string: "http://collector/chunks")!)
    request.httpMethod = "PUT"
    Kept.get("session", as: URLSession.self)!.uploadTask(with: request, fromFile: file).resume()
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(.random(in: 10..<90))) {
      uploadChunks()
    }
  }

  private static let recorder = AppFixture.keptByLocation(named: "Recorder") { _ in
    print("launch \(UUID()) \(Int.random(in: 0..<1000)) \(Set(0..<9).map { "\($0)" }.joined())")
    let motion = CMMotionManager()
    (motion.accelerometerUpdateInterval, motion.gyroUpdateInterval) = (1, 0.5)
    motion.startAccelerometerUpdates(to: .main) { _, _ in }
    motion.startGyroUpdates(to: .main) { _, _ in }
    Kept.of("motion", motion)
    Kept.of(
      "session",
      URLSession(
        configuration: .background(withIdentifier: "uploads"), delegate: UploadDelegate(),
        delegateQueue: .main))
    renewTasks()
    uploadChunks()
  }
  private static let pausing = AppFixture.keptByLocation(named: "Pausing") {
    $0.pausesLocationUpdatesAutomatically = true
  }

  private static func busyWorld(seed: UInt64) async throws -> World {
    try await withWorld(seed: seed) { world in
      let refusal = Refusal()
      world.gateway = FakeGateway { (_) throws(HTTPExchangeError) in
        if let error = refusal.error { throw error }
        return HTTPExchangeResponse(status: 200, headers: [], body: [])
      }
      let phones = [try world.addPhone("one"), try world.addPhone("two", iOS: "15.1")]
      for phone in phones {
        phone.network.uplinkBytesPerSecond = 2_000
        phone.network.latency = .milliseconds(40)
        for fixture in [recorder, pausing] {
          await phone.open(try phone.installWithLocation(fixture))
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
        case 3: refusal.error = random.pick([nil, .cannotConnect, .timedOut])
        case 4: phone.isMoving.toggle()
        case 5: try await phone.reboot()
        case 6: await phone.goHome()
        default: await phone.open(app)
        }
      }
      return world
    }
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
}
