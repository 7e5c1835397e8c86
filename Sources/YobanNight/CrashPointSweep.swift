import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// Runs a short night once for each point at which a fault can occur. In each run, no sample may be
/// lost or stored twice, and each missing second must be reported with its true cause.
///
/// Each run has its own world and its own in-memory collector. The same plan gives the same runs.
public struct CrashPointSweep: Sendable {
  public var plan: NightPlan
  /// Runs every n-th fault; 1 or more. 1 runs all of them.
  public var stride = 1 { didSet { precondition(stride > 0, "the stride must be 1 or more") } }
  /// The faults that are run.
  public var subject = Subject.processesAndMessages

  public enum Subject: String, Sendable, Hashable {
    /// A kill at each event, and faults of messages and requests.
    case processesAndMessages
    /// A kill, losses of power, a panic, EIO and ENOSPC at each call that concerns the storage of an app.
    case storage
  }

  /// The number of failures after which no more runs are started. Which failures these are depends
  /// on the machine.
  public var failuresMax = Int.max
  /// The number of runs at the same time.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount

  /// The points at which a fault can be injected, found in a run without a fault.
  public struct Points: Sendable, Hashable {
    /// Indices of trace events, from the first user action on.
    public var events: Range<Int>
    /// The numbers of the messages over the link between watch and phone.
    public var messages: [Int]
    /// The number of exchanges; an exchange is a request to the collector and its response.
    public var exchanges: Int
    /// The number of calls of each device's app that concern its storage.
    public var storageCalls: [NightDevice: Int]

    public init(
      events: Range<Int>, messages: [Int], exchanges: Int, storageCalls: [NightDevice: Int] = [:]
    ) {
      self.storageCalls = storageCalls
      self.events = events
      self.messages = messages
      self.exchanges = exchanges
    }
  }

  /// A fault after which the night was not complete.
  public struct Failure: Sendable, Hashable {
    public var fault: NightFault
    /// A description of the problem.
    public var problem: String
  }

  public struct Result: Sendable {
    public var points: Points
    /// The number of nights that were run with a fault.
    public var runs: Int
    /// In the order of the faults.
    public var failures: [Failure]
    public var wallSeconds: Double
  }

  public init(_ plan: NightPlan) { self.plan = plan }

  /// Returns a plan for a night of a few minutes on all three devices, with 30-second chunks and 10
  /// samples per second.
  public static func plan(minutes: Double = 3, seed: UInt64 = 1) -> NightPlan {
    var plan = NightPlan(hours: minutes / 60, seed: seed, devices: Set(NightDevice.allCases))
    plan.rateHz = 10
    plan.chunkSeconds = 30
    return plan
  }

  /// Runs the night without a fault and returns its points.
  ///
  /// - Throws: `IncompleteWithoutFault` if the night is not complete; an error of the night.
  public func points() async throws -> Points {
    let run = try NightRun(plan, collector: MemoryCollector())
    var calls: [String: Int] = [:]
    if subject == .storage {
      run.world.onSystemCall = { call in
        if call.concernsStorage { calls[call.device.name, default: 0] += 1 }
        return .proceed
      }
    }
    let summary = try await run.run()
    if let problem = Self.problem(summary, in: run) {
      throw IncompleteWithoutFault(problem: problem)
    }
    let messages = run.world.trace.events.compactMap { event -> Int? in
      if case .queued(_, let number, _) = event.kind.watchLink { number } else { nil }
    }
    let trace = run.world.trace
    return Points(
      events: Self.firstEvent(of: trace)..<trace.events.count, messages: Set(messages).sorted(),
      exchanges: summary.exchanges, storageCalls: run.names.compactMapValues { calls[$0] })
  }

  /// An error: the night without a fault is not complete.
  public struct IncompleteWithoutFault: Error, CustomStringConvertible {
    public var problem: String
    public var description: String { "the night is not complete even without a fault: \(problem)" }
  }

  /// Returns the faults to run.
  public func faults(at points: Points) -> [NightFault] {
    var faults: [NightFault] = []
    // Selects the faults diagonally, so that each kind of fault occurs in each part of the night.
    func add(_ point: Int, _ kinds: [NightFault]) {
      for (i, fault) in kinds.enumerated() where (point + i) % stride == 0 { faults.append(fault) }
    }
    if subject == .storage {
      for device in points.storageCalls.keys.sorted() {
        for call in 1...points.storageCalls[device]! {
          add(call, NightFault.Storage.allCases.map { .storage(device, $0, call: call) })
        }
      }
      return faults
    }
    for event in points.events {
      add(
        event,
        plan.devices.sorted().flatMap { device in
          NightFault.Kill.allCases.map { .kill(device, $0, event: event) }
        })
    }
    for (i, number) in points.messages.enumerated() {
      add(i, NightFault.Message.allCases.map { .message(number, $0) })
    }
    for number in 0..<points.exchanges {
      add(number, NightFault.Exchange.allCases.map { .exchange(number, $0) })
    }
    return faults
  }

  /// The events before the first user action belong to the setup of the world.
  private static func firstEvent(of trace: Trace) -> Int {
    trace.events.firstIndex { $0.kind.user != nil } ?? 0
  }

  /// Runs a night for each fault.
  ///
  /// - Parameters:
  ///   - faults: the faults to run; nil: the faults that `faults(at:)` returns.
  ///   - onProgress: called with the number of finished runs and the number of all runs.
  /// - Throws: `IncompleteWithoutFault` if the night without a fault is not complete; an error of
  ///   that night.
  public func run(
    _ faults: [NightFault]? = nil, onProgress: (@Sendable (Int, Int) -> Void)? = nil
  ) async throws -> Result {
    let start = ContinuousClock.now
    let points = try await points()
    let faults = faults ?? self.faults(at: points)
    var problems: [Int: String] = [:]
    var done = 0
    await withTaskGroup(of: (Int, String?).self) { group in
      var next = 0
      func add() {
        guard next < faults.count, problems.count < failuresMax else { return }
        let (number, fault) = (next, faults[next])
        next += 1
        group.addTask {
          do { return (number, try await problem(with: fault)) } catch {
            return (number, "\(error)")
          }
        }
      }
      for _ in 0..<max(1, jobs) { add() }
      while let (number, problem) = await group.next() {
        problems[number] = problem
        done += 1
        onProgress?(done, faults.count)
        add()
      }
    }
    return Result(
      points: points, runs: done,
      failures: faults.indices.compactMap { i in
        problems[i].map { Failure(fault: faults[i], problem: $0) }
      }, wallSeconds: (ContinuousClock.now - start).seconds)
  }

  /// Runs one fault; returns nil if it caused no problem.
  public func problem(with fault: NightFault) async throws -> String? {
    try await play(fault).problem
  }

  /// Runs one fault, and returns the problem, the run and the summary.
  public func play(
    _ fault: NightFault
  ) async throws -> (problem: String?, run: NightRun, summary: NightSummary) {
    var run = try NightRun(plan, collector: MemoryCollector())
    run.fault = fault
    let summary = try await run.run()
    return (Self.problem(summary, in: run), run, summary)
  }

  // MARK: Checking the result

  /// Returns the first problem of a night; nil if there is none.
  static func problem(_ summary: NightSummary, in run: NightRun) -> String? {
    guard summary.faultHasHappened else { return "the fault was not injected" }
    for device in summary.devices {
      if device.recorded != device.stored {
        return "\(device.name): \(device.recorded) samples recorded, \(device.stored) stored"
      }
      if device.duplicates > 0 {
        return "\(device.name): \(device.duplicates) samples stored twice"
      }
      if device.conflicts > 0 {
        return "\(device.name): \(device.conflicts) chunks refused because of a conflict"
      }
      if device.unaccounted != 0 {
        return
          "\(device.name): \(device.unaccounted) of \(device.sensed) samples neither recorded nor in a gap"
      }
      let history = AbsenceHistory(
        of: run.names[device.kind]!, run.world.trace, until: run.world.now)
      for gap in device.gaps where gap.samples > 0 {
        var causes = history.causes(from: .start + gap.from, to: .start + gap.to)
        if let own = run.world.devices.first(where: { $0.name == run.names[device.kind] }),
          own.storage.isLimited || own.appsAndExtensions.contains(where: { $0.failedCalls > 0 })
        {
          causes.formUnion(["disk-full", "storage-failed"])
        }
        if !causes.contains(gap.cause) {
          return
            "\(device.name): a gap of \(gap.samples) samples has the cause \(gap.cause), but the true cause is \(causes.sorted().joined(separator: " or "))"
        }
      }
    }
    return nil
  }
}
