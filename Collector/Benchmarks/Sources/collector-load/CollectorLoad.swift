import CollectorContract
import Foundation
import Synchronization

/// `collector-load FOLDER [throughput] [readers] [memory] [devices]`: measures a collector, and prints tables in
/// Markdown.
///
/// The databases are created in the folder, so that the yardstick uses the same disk.
@main struct CollectorLoad {
  private static let tables = ["throughput", "readers", "memory", "devices"]

  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.popFirst(), arguments.allSatisfy(tables.contains) else {
      print("usage: collector-load FOLDER [\(tables.joined(separator: "] ["))]")
      exit(64)
    }
    raiseFileLimit()
    let chosen = arguments.isEmpty ? tables.dropLast() : arguments
    if chosen.contains("throughput") { try Throughput(folder: folder).run() }
    if chosen.contains("readers") { try Readers(folder: folder).run() }
    if chosen.contains("memory") { try Memory(folder: folder).run() }
    if chosen.contains("devices") {
      var devices = Devices(folder: folder)
      try devices.run()
    }
  }

  /// Each connection needs a file descriptor here, and one in the collector, which inherits the limit.
  private static func raiseFileLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

/// A collector with an empty database, and the devices that send to it.
final class Setup {
  let collector: CollectorProcess
  private let database: LoadDatabase
  private var devices: [(chunks: SampleChunks, token: String)] = []

  init(
    folder: String, devices count: Int, named prefix: String = "phone",
    sampleCount: Int = SampleChunks.small, options: [String] = []
  ) throws {
    database = LoadDatabase(folder: folder)
    let bodies = ProcessInfo.processInfo.environment["YOBAN_LOAD_BODIES"]
    collector = try CollectorProcess(
      database: database.location, options: options + (bodies.map { ["--bodies", $0] } ?? []))
    for number in 0..<count {
      let device = "\(prefix)-\(number)"
      let token = try collector.token(["--device", device])
      devices.append((SampleChunks(device: device, sampleCount: sampleCount), token))
    }
  }

  deinit {
    collector.stop()
    database.remove()
  }

  /// Makes requests for the first devices, with the same number of new chunks for each.
  func requests(clients: Int, total: Int) -> [ListSource] {
    (0..<clients).map { client in
      ListSource(
        (0..<total / clients).map { _ in
          devices[client % devices.count].chunks.nextRequest(
            token: devices[client % devices.count].token)
        })
    }
  }

  /// Uploads new chunks of the first devices. Traps if one is refused.
  func upload(clients: Int, total: Int, perSecond: Double? = nil) -> LoadResult {
    var load = Load(
      port: collector.port, sources: requests(clients: clients, total: total), perSecond: perSecond)
    let result = load.run()
    require(result.statuses.keys.allSatisfy { $0 == 201 }, "\(result.statuses)")
    return result
  }

  /// Sends requests with bodies of the same size to a path that does not exist. They show how long a request
  /// takes without the storage.
  func refused(total: Int) -> LoadResult {
    let body = [UInt8](repeating: 0, count: SampleChunks.small * 16)
    let head = "PUT /none HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n"
    let request = Array(head.utf8) + body
    var load = Load(
      port: collector.port,
      sources: [ListSource((0..<total).map { _ in request })])
    let result = load.run()
    require(result.statuses == [404: total], "\(result.statuses)")
    return result
  }

  /// Starts clients that read without pause, on a thread of their own.
  func startReaders(_ count: Int, admin: String) -> Background {
    let now = SampleChunks.start(of: 0)
    let paths = (0..<8).flatMap { device in
      [
        CollectorPath.streams.filled(device: "phone-\(device)"),
        CollectorPath.samples.filled(device: "phone-\(device)", stream: "accelerometer")
          + "?from=\(now)&to=\(now + 600_000_000_000)",
        "/",
      ]
    }
    let requests = paths.map { CollectorProcess.getRequest($0, token: admin) }
    let sources = (0..<count).map { CycleSource(requests, from: $0 * 3) }
    return Background(Load(port: collector.port, sources: sources))
  }
}

/// A load on a thread of its own.
///
/// Sendable, because the load and the result are used by the thread alone until it signals that it has ended.
final class Background: @unchecked Sendable {
  private var load: Load
  private var result = LoadResult()
  private let isStopped = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ load: Load) {
    self.load = load
    Thread.detachNewThread { [self] in
      result = self.load.run { isStopped.load(ordering: .relaxed) }
      ended.signal()
    }
  }

  func stop() -> LoadResult {
    isStopped.store(true, ordering: .relaxed)
    ended.wait()
    // A reader has two answers with samples in progress; a further one gets 503.
    require(result.statuses.keys.allSatisfy { [200, 503].contains($0) }, "\(result.statuses)")
    return result
  }
}

/// The median and the range of some measurements.
struct Measured: CustomStringConvertible {
  let values: [Double]

  init(_ values: [Double]) { self.values = values.sorted() }

  var median: Double { values[values.count / 2] }

  var description: String {
    "\(Self.text(median)) (\(Self.text(values[0]))–\(Self.text(values[values.count - 1])))"
  }

  static func text(_ value: Double) -> String {
    value >= 100 ? "\(Int(value.rounded()))" : String(format: "%.2f", value)
  }
}

/// Ends the program with a message, unless a condition is true. A release build does not print that of `precondition`.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fail(message()) }
}

func fail(_ message: String) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("collector-load: \(message)\n".utf8))
  exit(1)
}
