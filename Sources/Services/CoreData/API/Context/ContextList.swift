import YobanFoundation
internal import YobanSimulatedApple

/// The contexts of the calling process, in the order in which they were made.
final class ContextList {
  private var contexts: [Weak<NSManagedObjectContext>] = []

  /// Tests outside of apps use one thread.
  nonisolated(unsafe) private static let outsideOfApps = ContextList()
  private static var current: ContextList {
    guard let app = AppProcess.current else { return outsideOfApps }
    return app.process.resident(ContextList.self) {
      let list = ContextList()
      CoreDataReports.observe(list)
      return list
    }
  }

  /// The number of objects with unsaved changes.
  var unsavedObjects: Int {
    contexts.compactMap(\.object).reduce(0) {
      $0 + $1.inserted.count + $1.updated.count + $1.deleted.count
    }
  }

  static func add(_ context: NSManagedObjectContext) {
    let current = current
    current.contexts.removeAll { $0.object == nil }
    current.contexts.append(Weak(context))
  }

  static var all: [NSManagedObjectContext] { current.contexts.compactMap(\.object) }
}
