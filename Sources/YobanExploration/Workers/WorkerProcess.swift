import Foundation

/// One worker, started at the first request and again after it has crashed.
///
/// Sendable: used only on its queue.
final class WorkerProcess: @unchecked Sendable {
  private let command: WorkerCommand
  /// The number of runs after which a new process takes over, which frees the threads of apps that were
  /// killed while they waited.
  private let runsMax: Int
  private let queue = DispatchQueue(label: "yoban.exploration.worker")
  private var running: Running?

  private struct Running {
    var process: pid_t
    /// The socket for requests and results.
    var socket: Int32
    var results: LineReader
    /// The file with the output of the worker.
    var output: Int32
    var runs = 0
  }

  init(_ command: WorkerCommand, runsMax: Int) {
    (self.command, self.runsMax) = (command, runsMax)
  }

  deinit { _ = end(kill: false) }

  /// - Parameter limit: the processor time after which the run is ended.
  func run(_ request: RunRequest, within limit: Duration) async throws -> RunResult {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in continuation.resume(with: Result { try runNow(request, limit) }) }
    }
  }

  private func runNow(_ request: RunRequest, _ limit: Duration) throws -> RunResult {
    if let running, running.runs >= runsMax { _ = end(kill: false) }
    if running == nil { running = try start(within: limit) }
    running!.runs += 1
    let line = try JSONEncoder().encode(request)
    guard LineWriter.write(line, to: running!.socket) else {
      return crash(request, end(kill: false), [])
    }
    var parts: [RunPart] = []
    var watch = ProgressWatch(running!.process, limit)
    while true {
      switch running!.results.next(while: { watch.goesOn() }) {
      case .success(let line):
        switch try JSONDecoder().decode(WorkerAnswer.self, from: line) {
        case .result(let result): return result
        case .part(let part): parts.append(part)
        case .ready: break
        }
      case .failure(.ended): return crash(request, end(kill: false), parts)
      case .failure(.givenUp):
        _ = end(kill: true)
        return crash(request, watch.reason, parts)
      }
    }
  }

  /// Returns the result of a run whose process ended, with what is known of it.
  private func crash(_ request: RunRequest, _ reason: String, _ parts: [RunPart]) -> RunResult {
    var happened: [RunResult.Happened] = []
    var events: [RunEvent] = []
    for part in parts {
      switch part {
      case .event(let event): events.append(event)
      case .happened(let fault): happened.append(fault)
      }
    }
    let instant = max(events.last?.instant ?? .start, happened.last?.instant ?? .start)
    return RunResult(
      schedule: request.schedule,
      failure: RunFailure(.termination(reason), at: RunMoment(instant, after: events.count)),
      happened: happened,
      places: [], findings: [], seen: [], hoped: [], digest: "", error: nil, targets: .init(),
      events: events.isEmpty ? nil : events)
  }

  // MARK: The process

  private func start(within limit: Duration) throws -> Running {
    let (socket, workersSocket) = try Self.sockets()
    let output = try Self.outputFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    posix_spawn_file_actions_adddup2(&actions, workersSocket, WorkerCommand.socket)

    var environment = ProcessInfo.processInfo.environment
    environment[WorkerCommand.variable] = command.key
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
    let words = ([command.program] + command.arguments).map { strdup($0) }
    defer { for text in variables + words { free(text) } }
    var process: pid_t = 0
    let status = posix_spawn(
      &process, command.program, &actions, nil, words + [nil], variables + [nil])
    close(workersSocket)
    guard status == 0 else {
      close(socket)
      close(output)
      throw WorkerError(
        description:
          "A process for the runs could not be started: \(String(cString: strerror(status))).")
    }
    running = Running(
      process: process, socket: socket, results: LineReader(socket), output: output)
    var watch = ProgressWatch(process, limit)
    if case .failure = running!.results.next(while: { watch.goesOn() }) {
      let text = Self.tail(of: output)
      let reason = end(kill: true)
      throw WorkerError(
        description:
          "A process for the runs did not reach the exploration (\(reason)). It runs the code of the test "
          + "up to the exploration, in a process of its own. Run in this process instead, with "
          + "processes: false. It printed:\n\(text)")
    }
    return running!
  }

  /// No other program inherits the ends, also if it is started at this moment: as long as it ran, a worker
  /// that has ended would look as if it was still there.
  private static func sockets() throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw WorkerError(description: "No socket: \(String(cString: strerror(errno))).")
    }
    return (ends[0], ends[1])
  }

  /// Opens a file that has no name.
  private static func outputFile() throws -> Int32 {
    let path = NSTemporaryDirectory() + "/yoban-worker-\(UUID().uuidString)"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw WorkerError(description: "No temporary file: \(String(cString: strerror(errno))).")
    }
    unlink(path)
    return file
  }

  /// Waits for the end of the process and returns its reason.
  private func end(kill: Bool) -> String {
    guard let running else { return "not started" }
    self.running = nil
    if kill { _ = Foundation.kill(running.process, SIGKILL) }
    close(running.socket)
    var status: Int32 = 0
    while waitpid(running.process, &status, 0) < 0, errno == EINTR {}
    defer { close(running.output) }
    return CrashReason.text(status: status, output: Self.tail(of: running.output))
  }

  private static func tail(of file: Int32) -> String {
    let size = lseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: Int(min(max(size, 0), 16_384)))
    let count = pread(file, &bytes, bytes.count, max(0, size - off_t(bytes.count)))
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}

/// Watches the progress of a worker.
private struct ProgressWatch {
  private let process: pid_t
  private var progress: RunProgress
  private var verdict = RunProgress.Verdict.goesOn

  init(_ process: pid_t, _ limit: Duration) {
    self.process = process
    let start = ProcessUsage(of: process) ?? ProcessUsage(processorTime: .zero, isReady: true)
    progress = RunProgress(limit: limit, start: start)
  }

  mutating func goesOn() -> Bool {
    // Without a process, the end of its socket is what is read next.
    guard let usage = ProcessUsage(of: process) else { return true }
    verdict = progress.observe(usage)
    return verdict == .goesOn
  }

  var reason: String {
    switch verdict {
    case .goesOn, .tookTooLong:
      "the run did not end within \(progress.limit.components.seconds) s of processor time"
    case .isBlocked:
      "the run waits for something that does not come: none of its threads has run for \(RunProgress.idleMax) s"
    }
  }
}
