import Foundation

/// Decides from what the kernel says of a worker, once a second, whether its run still gets on.
///
/// Processor time counts, and not real time: on a busy machine a run takes longer, but it does not use more of
/// the processor.
struct RunProgress {
  enum Verdict: Equatable {
    case goesOn
    /// The run has used more processor time than it may.
    case tookTooLong
    /// No thread of the process has run for a long time, and none wants to run.
    case isBlocked
  }

  /// The number of observations without any progress after which a run is blocked.
  static let idleMax = 60

  /// The processor time that the run may use.
  let limit: Duration
  private let start: Duration
  private var last: Duration
  private var idleCount = 0

  init(limit: Duration, start: ProcessUsage) {
    self.limit = limit
    self.start = start.processorTime
    last = start.processorTime
  }

  mutating func observe(_ usage: ProcessUsage) -> Verdict {
    idleCount = usage.isReady || usage.processorTime != last ? 0 : idleCount + 1
    last = usage.processorTime
    if usage.processorTime - start > limit { return .tookTooLong }
    return idleCount >= Self.idleMax ? .isBlocked : .goesOn
  }
}

/// The time of the processor that a process has used.
struct ProcessUsage {
  /// The time of all its threads together, in steps of 10 ms.
  var processorTime: Duration
  /// Whether one of its threads runs, wants to run, waits for a disk, or is stopped by a debugger.
  var isReady: Bool

  init(processorTime: Duration, isReady: Bool) {
    self.processorTime = processorTime
    self.isReady = isReady
  }

  /// - Returns: nil if the process has ended.
  init?(of process: pid_t) {
    guard let fields = Self.fields("/proc/\(process)/stat"), fields.count > 12,
      let user = Int64(fields[11]), let system = Int64(fields[12])
    else { return nil }
    let threads =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    processorTime = .milliseconds((user + system) * 1_000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
    // S: the thread waits for something, I: it is a thread of the kernel, Z and X: it has ended.
    isReady = threads.contains { thread in
      Self.fields("/proc/\(process)/task/\(thread)/stat")?.first
        .map { !["S", "I", "Z", "X"].contains($0) } ?? false
    }
  }

  /// The fields of such a file behind the name of the program, which may contain spaces. The first one is the
  /// state (proc(5), "/proc/pid/stat", field 3).
  private static func fields(_ path: String) -> [Substring]? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
