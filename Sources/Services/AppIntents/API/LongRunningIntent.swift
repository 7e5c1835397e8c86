internal import YobanSimulatedApple

/// An intent that reports how far it is.
public protocol ProgressReportingIntent: AppIntent {}

extension ProgressReportingIntent {
  /// The progress of this performance, also in code that no task of the performance runs, such as a callback.
  public var progress: Progress {
    (IntentPerformance.current ?? IntentPerformance.latest(Self.persistentIdentifier))?.progress
      ?? Progress(totalUnitCount: 0)
  }
}

/// The reason for which the system cancels an intent (iOS 26.4).
public struct IntentCancellationReason: Hashable, Sendable {
  private let code: Int
  public static let timeout = IntentCancellationReason(code: 0)
  public static let userCancelled = IntentCancellationReason(code: 1)
  public static let unknown = IntentCancellationReason(code: 2)
}

/// An intent that receives the reason when it is canceled (iOS 26.4).
public protocol CancellableIntent: AppIntent {}

/// Options of an intent that runs for long. They have no effect here.
public struct LongRunningTaskOptions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// An intent that may run for longer than 30 s, as long as it reports progress (AI4, iOS 27).
public protocol LongRunningIntent: ProgressReportingIntent {}

extension LongRunningIntent {
  /// Runs the operation with more time. Its task is canceled if it reports no progress, or if the user stops it.
  @discardableResult
  public func performBackgroundTask<T>(
    options: LongRunningTaskOptions = [], operation: @escaping () async throws -> T
  ) async throws -> T { try await run(operation) { _ in } }

  /// As above, and `onCancel` is called before the task is canceled.
  @discardableResult
  public func performBackgroundTask<T>(
    options: LongRunningTaskOptions = [], operation: @escaping () async throws -> T,
    onCancel: @escaping @Sendable (IntentCancellationReason) -> Void
  ) async throws -> T where Self: CancellableIntent { try await run(operation, onCancel) }

  private func run<T>(
    _ operation: @escaping () async throws -> T,
    _ onCancel: @escaping @Sendable (IntentCancellationReason) -> Void
  ) async throws -> T {
    SystemAPI.longRunningIntent.reportIfTooNew()
    guard let performance = IntentPerformance.current else { return try await operation() }
    // Sendable: the simulation runs one thing at a time.
    nonisolated(unsafe) let operation = operation
    let task = Task<UnsafeResult<T>, any Error> { UnsafeResult(try await operation()) }
    let isExtended = performance.extend(cancel: onCancel) { task.cancel() }
    defer { if isExtended { performance.endExtension() } }
    return try await task.value.value
  }
}

/// Sendable: the simulation runs one thing at a time.
private struct UnsafeResult<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// One performance of an intent, for the code that it runs.
final class IntentPerformance: @unchecked SimulationConfined {
  @TaskLocal static var current: IntentPerformance?

  let progress = Progress(totalUnitCount: 0)
  private let run: IntentRun
  private let service: AppIntentService

  init(_ run: IntentRun, _ service: AppIntentService) {
    (self.run, self.service) = (run, service)
    let list = run.process.process.resident(List.self) { List() }
    list.latest[run.name] = self
  }

  /// The latest performance in each process, by the name of the intent. Used only for lookup.
  private final class List {
    var latest: [String: IntentPerformance] = [:]
  }

  /// The latest performance of an intent in the process whose code calls; nil if there is none.
  static func latest(_ name: String) -> IntentPerformance? {
    AppProcess.current?.process.existingResident(List.self)?.latest[name]
  }

  /// - Returns: false if the intent gets no more time.
  func extend(
    cancel: @escaping @Sendable (IntentCancellationReason) -> Void,
    _ cancelTask: @escaping () -> Void
  ) -> Bool {
    let process = run.process.process
    let progress = progress
    // Sendable: called in the app's process, which runs one thing at a time.
    nonisolated(unsafe) let cancelTask = cancelTask
    return service.extend(run) {
      IntentRun.Progress(
        completed: progress.completedUnitCount, total: progress.totalUnitCount,
        fraction: progress.fractionCompleted)
    } canceled: { reason in
      process.onMain {
        cancel(reason == .timeout ? .timeout : .userCancelled)
        cancelTask()
      }
    }
  }

  func endExtension() { service.endExtension(run) }
}
