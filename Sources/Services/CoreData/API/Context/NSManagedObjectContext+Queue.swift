import Glibc
import YobanFoundation
internal import YobanSimulatedApple

extension NSManagedObjectContext {
  /// The context whose block the calling thread runs.
  static var running: NSManagedObjectContext? {
    ContextList.all.last { $0.thread == pthread_self() }
  }

  private var isOnQueue: Bool {
    switch concurrencyType {
    // Outside of apps, any thread can be the one of the main queue.
    case .mainQueueConcurrencyType: Thread.isMainThread || AppProcess.current == nil
    case .privateQueueConcurrencyType: thread == pthread_self()
    default: true
    }
  }

  /// Reports a use outside of the queue, as `-com.apple.CoreData.ConcurrencyDebug 1` does on a device.
  func checkQueue(of object: NSManagedObject? = nil) {
    guard !isOnQueue, AppProcess.current != nil else { return }
    CoreDataReports.wrongQueue(self, object)
  }

  private func run<Result>(_ block: () throws -> Result) rethrows -> Result {
    let outer = thread
    thread = pthread_self()
    defer { thread = outer }
    return try block()
  }

  public func perform(_ block: @escaping () -> Void) {
    nonisolated(unsafe) let block = block
    let work = { @Sendable [self] in
      run(block)
      processPendingChanges()
    }
    queue?.async(execute: work) ?? work()
  }

  public func performAndWait(_ block: () -> Void) {
    performNow(block)
  }

  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try performNow(block) }

  func performNow<T>(_ block: () throws -> T) rethrows -> T {
    guard let queue, !isOnQueue else { return try run(block) }
    return try queue.sync { try run(block) }
  }

  public struct ScheduledTaskType: Hashable, Sendable {
    public static let immediate = Self(isImmediate: true)
    public static let enqueued = Self(isImmediate: false)
    let isImmediate: Bool
  }

  public func perform<T, E: Error>(
    schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws(E) -> T
  ) async throws(E) -> T {
    nonisolated(unsafe) let block = block
    nonisolated(unsafe) var result: Result<T, E>?
    let work = { @Sendable [self] in
      result = run {
        do throws(E) { return .success(try block()) } catch { return .failure(error) }
      }
      if schedule == .enqueued { processPendingChanges() }
    }
    if let queue {
      await withCheckedContinuation { continuation in
        queue.async {
          work()
          continuation.resume()
        }
      }
    } else {
      work()
    }
    return try result!.get()
  }
}
