import Foundation

/// Calls the body. There are no autoreleased objects on Linux.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

/// Takes the recursive lock of an object, as `@synchronized` of Objective-C does.
///
/// - Returns: 0, or a negative number if the lock could not be taken.
@discardableResult
public func objc_sync_enter(_ obj: Any) -> Int32 { ObjectLocks.shared.enter(obj as AnyObject) }

/// Releases the recursive lock of an object.
///
/// - Returns: 0, or -1 if the calling thread does not have the lock.
@discardableResult
public func objc_sync_exit(_ obj: Any) -> Int32 { ObjectLocks.shared.exit(obj as AnyObject) }

/// The recursive locks of the objects that are locked now.
///
/// Sendable: the table is used only while its lock is held.
private final class ObjectLocks: @unchecked Sendable {
  private final class Entry {
    let lock = NSRecursiveLock()
    /// The number of times that the lock is held or waited for.
    var uses = 0
  }

  static let shared = ObjectLocks()
  private let lock = NSLock()
  private var entries: [ObjectIdentifier: Entry] = [:]

  func enter(_ object: AnyObject) -> Int32 {
    let entry = lock.withLock {
      let entry = entries[ObjectIdentifier(object)] ?? Entry()
      entries[ObjectIdentifier(object)] = entry
      entry.uses += 1
      return entry
    }
    // The object must not be replaced by another one at the same address while it is locked.
    _ = Unmanaged.passRetained(object)
    entry.lock.lock()
    return 0
  }

  func exit(_ object: AnyObject) -> Int32 {
    let entry: Entry? = lock.withLock {
      guard let entry = entries[ObjectIdentifier(object)] else { return nil }
      entry.uses -= 1
      if entry.uses == 0 { entries[ObjectIdentifier(object)] = nil }
      return entry
    }
    guard let entry else { return -1 }
    entry.lock.unlock()
    Unmanaged.passUnretained(object).release()
    return 0
  }
}
