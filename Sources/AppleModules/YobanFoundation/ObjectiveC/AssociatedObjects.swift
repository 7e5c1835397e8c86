import Synchronization

/// The ownership of an associated object. Only `OBJC_ASSOCIATION_ASSIGN` differs from the others here: it does
/// not keep it.
@nonexhaustive public enum objc_AssociationPolicy: UInt, Sendable {
  case OBJC_ASSOCIATION_ASSIGN = 0
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  case OBJC_ASSOCIATION_RETAIN = 0o1401
  case OBJC_ASSOCIATION_COPY = 0o1403
}

/// Stores a value for an object under a key. Nil removes it.
///
/// Linux does not tell when an object ends, so the value lives until the next value is stored after that.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  // Sendable: stored and returned on the thread of the caller, as in Objective-C.
  nonisolated(unsafe) let (object, value) = (object as AnyObject, value)
  let isWeak = policy == .OBJC_ASSOCIATION_ASSIGN
  AssociatedObjects.shared.withLock { $0.set(object, UInt(bitPattern: key), value, isWeak: isWeak) }
}

/// Returns the value that was stored for an object under a key.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  nonisolated(unsafe) let object = object as AnyObject  // Sendable: see above
  nonisolated(unsafe) var found: Any?
  AssociatedObjects.shared.withLock { found = $0.get(object, UInt(bitPattern: key)) }
  return found
}

public func objc_removeAssociatedObjects(_ object: Any) {
  nonisolated(unsafe) let object = object as AnyObject  // Sendable: see above
  AssociatedObjects.shared.withLock { $0.remove(object) }
}

/// Sendable: used within a lock.
struct AssociatedObjects: @unchecked Sendable {
  static let shared = Mutex(AssociatedObjects())

  private struct Owner {
    weak var object: AnyObject?
    var values: [UInt: () -> Any?] = [:]
  }
  private var owners: [ObjectIdentifier: Owner] = [:]
  private var limit = 64
  var count: Int { owners.count }

  mutating func set(_ object: AnyObject, _ key: UInt, _ value: Any?, isWeak: Bool) {
    if owners.count >= limit {
      owners = owners.filter { $0.value.object != nil }
      limit = max(64, owners.count * 2)
    }
    let identifier = ObjectIdentifier(object)
    // Another object may have been at this address.
    var owner =
      owners[identifier].flatMap { $0.object === object ? $0 : nil } ?? Owner(object: object)
    if let value {
      if isWeak {
        weak let weakValue = value as AnyObject
        owner.values[key] = { weakValue }
      } else {
        owner.values[key] = { value }
      }
    } else {
      owner.values[key] = nil
    }
    owners[identifier] = owner.values.isEmpty ? nil : owner
  }

  func get(_ object: AnyObject, _ key: UInt) -> Any? {
    guard let owner = owners[ObjectIdentifier(object)], owner.object === object else { return nil }
    return owner.values[key]?()
  }

  mutating func remove(_ object: AnyObject) { owners[ObjectIdentifier(object)] = nil }
}
