import Foundation
import Synchronization
import YobanVirtualTime

/// A real collector in its own process on this machine, with its own database.
///
/// Sendable: changed only by its owner, one call at a time, also in a simulation. Only `endForGood` may be called at
/// any time, and `children` has a lock.
public final class CollectorProcess: @unchecked Sendable {
  public private(set) var url = ""
  private let executable: URL
  private let database: URL
  private var identifier: pid_t?
  /// The processes that run, with the server; nil after `endForGood`.
  private let children = Mutex<Set<pid_t>?>([])
  private var port: ReservedPort?

  /// - Parameters:
  ///   - executable: The program `yoban-collector`; see `locate`.
  ///   - database: The SQLite file of the collector; created if it is missing.
  public init(executable: URL, database: URL) {
    self.executable = executable
    self.database = database
  }

  deinit { if identifier != nil { kill() } }

  /// Finds the collector: the path in the environment variable `YOBAN_COLLECTOR`, the folder of this
  /// executable, or the folder where the package builds it. Of a release and a debug build, the one that was made
  /// later: the other one can be of an earlier version.
  public static func locate() throws -> URL {
    if let path = ProcessInfo.processInfo.environment["YOBAN_COLLECTOR"] {
      guard FileManager.default.isExecutableFile(atPath: path) else {
        throw CollectorError.notExecutable(path)
      }
      return URL(fileURLWithPath: path)
    }
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    var places = [[own.appending(path: "yoban-collector")]]
    var folder = own
    for _ in 0..<6 {
      places.append(
        ["release", "debug"].map {
          folder.appending(path: "Collector/.build/\($0)/yoban-collector")
        })
      folder.deleteLastPathComponent()
    }
    for place in places {
      let built = place.filter { FileManager.default.isExecutableFile(atPath: $0.path) }
      if let latest = built.max(by: { Self.timeOfBuild($0) < Self.timeOfBuild($1) }) {
        return latest
      }
    }
    throw CollectorError.notFound
  }

  private static func timeOfBuild(_ program: URL) -> Date {
    let values = try? program.resourceValues(forKeys: [.contentModificationDateKey])
    return values?.contentModificationDate ?? .distantPast
  }

  /// Starts the server and waits until it listens. After a restart, it uses the same port as before.
  public func start() throws { try Simulation.onHost { try startOnHost() } }

  private func startOnHost() throws {
    let port = try self.port ?? ReservedPort()
    self.port = port
    let (reading, writing) = try pipe()
    // A long timeout and no quotas: delays are simulated in virtual time, and a slow machine must not add any; a night
    // of hours is sent in seconds.
    identifier = try spawn(
      [
        "serve", "--database", database.path, "--port", "\(port.number)", "--log-level", "error",
        "--request-timeout", "86400", "--token-bytes-per-day", "0",
        "--token-requests-per-second", "0",
      ], output: writing)
    close(writing)
    defer { close(reading) }
    let line = readLine(reading)
    guard let range = line.range(of: "http://") else {
      kill()
      throw CollectorError.didNotStart(line)
    }
    url = String(line[range.lowerBound...])
  }

  /// Creates a token for a device.
  public func makeToken(device: String) throws -> String {
    try line(of: ["token", "create", "--database", database.path, "--device", device])
  }

  /// Makes a code with which an app enrolls, for a server that was started.
  ///
  /// - Parameter device: the name that the app gets.
  /// - Returns: the text of the code.
  public func makeCode(device: String) throws -> String {
    let line = try line(of: [
      "enroll", "--database", database.path, "--url", url, "--device", device,
    ])
    return String(line.split(separator: " ").last ?? "")
  }

  /// Runs another command of the program, and returns the first line that it prints.
  private func line(of arguments: [String]) throws -> String {
    try Simulation.onHost { try lineOnHost(of: arguments) }
  }

  private func lineOnHost(of arguments: [String]) throws -> String {
    let (reading, writing) = try pipe()
    let child = try spawn(arguments, output: writing)
    close(writing)
    defer { close(reading) }
    let line = readLine(reading)
    let status = waitForEnd(of: child)
    guard status == 0, !line.isEmpty else { throw CollectorError.noToken(status >> 8) }
    return line
  }

  /// Kills the server with SIGKILL, as in a crash.
  public func kill() { end(SIGKILL) }

  /// Stops the server with SIGTERM; it finishes the requests in progress first.
  public func stop() { end(SIGTERM) }

  /// Kills the server and the processes that make its tokens. None of them is started again.
  func endForGood() {
    let running = children.withLock { children in
      defer { children = nil }
      return children ?? []
    }
    for child in running { Foundation.kill(child, SIGKILL) }
    for child in running { _ = waitForEnd(of: child) }
  }

  private func end(_ signal: Int32) { Simulation.onHost { endOnHost(signal) } }

  private func endOnHost(_ signal: Int32) {
    guard let identifier else { return }
    Foundation.kill(identifier, signal)
    _ = waitForEnd(of: identifier)
    self.identifier = nil
  }

  // MARK: Processes of the host

  private func waitForEnd(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    children.withLock { _ = $0?.remove(process) }
    return status
  }

  /// Other programs do not inherit the ends, also if they are started at this moment. (`pipe` takes no flags.)
  private func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw CollectorError.cannotSpawn(String(cString: strerror(errno))) }
    return (ends[0], ends[1])
  }

  private func spawn(_ arguments: [String], output: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    var argv: [UnsafeMutablePointer<CChar>?] =
      ([executable.path] + arguments).map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    var child: pid_t = 0
    let result = children.withLock { children in
      guard children != nil else { return ECANCELED }
      let result = posix_spawn(&child, executable.path, &actions, nil, &argv, environ)
      if result == 0 { children?.insert(child) }
      return result
    }
    guard result == 0 else { throw CollectorError.cannotSpawn(String(cString: strerror(result))) }
    return child
  }

  private func readLine(_ file: Int32) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(file, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") else { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The reasons why the collector could not be used.
public enum CollectorError: Error, Hashable, CustomStringConvertible {
  case notFound
  case notExecutable(String)
  case cannotSpawn(String)
  case didNotStart(String)
  case noToken(Int32)
  case refused(Int, String, device: String)
  /// No token is available to read or send the recordings of that device.
  case noTokenFor(String)
  case unreachable(String)
  case notUnderstood(String)

  public var description: String {
    switch self {
    case .notFound:
      "yoban-collector was not found: build it with `swift build -c release` in Collector/, or set YOBAN_COLLECTOR to its path"
    case .notExecutable(let path): "YOBAN_COLLECTOR is \(path), which is not an executable file"
    case .cannotSpawn(let why): "the collector could not be started: \(why)"
    case .didNotStart(let line):
      "the collector stopped before it was ready\(line.isEmpty ? "" : ": \(line)"); its log is above"
    case .noToken(let status):
      "the collector could not create a token or a code (exit status \(status)); its log is above"
    case .refused(401, _, let device), .refused(403, _, let device):
      "the collector refused the token of \(device): create one with `yoban-collector token create --device \(device)` for this collector"
    case .refused(let status, let body, _): "the collector answered \(status): \(body)"
    case .noTokenFor(let device):
      "there is no token for \(device): create one with `yoban-collector token create --device \(device)`"
    case .unreachable(let url):
      "no collector answers at \(url): check the address and whether the server is running"
    case .notUnderstood(let what): "the collector's answer was not understood: \(what)"
    }
  }
}
