import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// A server in memory.
final class FakeGateway: HTTPGateway, @unchecked SimulationConfined {
  private(set) var requests: [(instant: VirtualInstant, request: HTTPExchangeRequest)] = []
  /// The error that refuses every request while it is set.
  var refusal: HTTPExchangeError?
  var status = 200
  /// The number of bytes in each response.
  var answer = 0

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    requests.append((Simulation.current!.now, request))
    if let refusal { throw refusal }
    return HTTPExchangeResponse(
      status: status, headers: [], body: [UInt8](repeating: 0, count: answer))
  }

  var moments: [VirtualInstant] { requests.map(\.instant) }
}

/// An app's background session, in place of URLSession's.
final class Uploader: TransferEventReceiver, @unchecked SimulationConfined {
  let launch: TestLaunch
  private(set) var session: TransferSession!
  var completion: (() -> Void)?
  /// Called after each finished task.
  var then: (Uploader) -> Void = { _ in }
  private(set) var tasks: [TransferTask] = []

  init(
    _ launch: TestLaunch, _ identifier: String = "uploads",
    _ settings: TransferSettings = TransferSettings(),
    then: @escaping (Uploader) -> Void = { _ in }
  ) {
    self.launch = launch
    self.then = then
    launch.kept.append(self)
    session = service.connect(
      identifier, settings, for: launch.process, self)
  }

  static var current: Uploader { named("uploads") }
  static func named(_ identifier: String) -> Uploader {
    TestLaunch.current.kept.lazy.compactMap { $0 as? Uploader }.first {
      $0.session.identifier == identifier
    }!
  }

  private var service: TransferService { launch.device.transfer }

  static func file(_ name: String) -> URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appending(path: name)
  }

  @discardableResult
  func upload(
    bytes: Int, name: String = "chunk", afterAtLeast earliest: Duration? = nil
  ) -> TransferTask {
    let file = Self.file(name)
    try! Data(count: bytes).write(to: file)
    let request = HTTPExchangeRequest(
      method: "PUT", url: "http://collector/\(name)", headers: [], body: [])
    let task = service.makeTask(request, .file(file), isDownload: false, in: session)
    tasks.append(task)
    task.earliestBegin = earliest
    service.resume(task)
    return task
  }

  func cancelAll() { for task in session.unfinishedTasks { service.cancel(task) } }

  func taskFinished(_ task: TransferTask) {
    switch task.outcome {
    case .response(let response)?: print("done \(task.identifier) \(response.status)")
    case .failure(let failure)?: print("failed \(task.identifier) \(failure)")
    case nil: print("no outcome")
    }
    then(self)
  }

  func eventsFinished() {
    print("all events")
    completion?()
    completion = nil
  }
}

/// An app that creates its session at launch, as it should.
struct UploadApp {
  static func app(
    _ settings: TransferSettings = TransferSettings(), callsHandler: Bool = true,
    then: @escaping @Sendable (Uploader) -> Void = { _ in }
  ) -> TestApp {
    var app = TestApp().on(.didFinishLaunching) { launch in
      _ = Uploader(launch, "uploads", settings, then: then)
    }
    app.onEvents = { _, session, completion in
      print("events \(session)")
      if callsHandler { Uploader.named(session).completion = completion }
    }
    return app
  }
}

/// A slow uplink, so that small files take long: `bytesPerSecond`, and a latency of 40 ms.
enum SlowUplink {
  static let bytesPerSecond = 2_000

  static func set(on phone: Phone) {
    phone.network.uplinkBytesPerSecond = Int64(bytesPerSecond)
    phone.network.latency = .milliseconds(40)
  }

  static func time(of bytes: Int) -> Duration {
    .milliseconds(40) + .nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(bytesPerSecond))
  }
}
