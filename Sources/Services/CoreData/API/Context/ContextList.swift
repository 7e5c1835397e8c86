import YobanFoundation
internal import YobanSimulatedApple

/// The contexts of the calling process, in the order in which they were made.
final class ContextList {
  private var contexts: [Weak<NSManagedObjectContext>] = []
  private let lock = NSLock()

  /// Its variable is used while its lock is held, because tests outside of apps have several threads.
  nonisolated(unsafe) private static let outsideOfApps = ContextList()
  private static var current: ContextList {
    guard let app = AppProcess.current else { return outsideOfApps }
    return app.process.resident(ContextList.self) {
      let list = ContextList()
      CoreDataReports.observe(list)
      return list
    }
  }

  /// The number of objects with unsaved changes, without those that the context saves just now: no app can be faster.
  var unsavedObjects: Int {
    live.filter { !$0.isSaving }.reduce(0) {
      $0 + $1.inserted.count + $1.updated.count + $1.deleted.count
    }
  }

  private var live: [NSManagedObjectContext] {
    lock.withLock { contexts.compactMap(\.object) }
  }

  static func add(_ context: NSManagedObjectContext) {
    let current = current
    current.lock.withLock {
      current.contexts.removeAll { $0.object == nil }
      current.contexts.append(Weak(context))
    }
  }

  static var all: [NSManagedObjectContext] { current.live }
}
