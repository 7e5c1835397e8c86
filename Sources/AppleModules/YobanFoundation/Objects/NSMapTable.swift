import Foundation

/// A dictionary whose keys and values are held weakly or strongly. Keys are compared by `isEqual(_:)`.
open class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
  private struct Item {
    weak var weakKey: KeyType?
    var strongKey: KeyType?
    weak var weakObject: ObjectType?
    var strongObject: ObjectType?
    var key: KeyType? { strongKey ?? weakKey }
    var object: ObjectType? { strongObject ?? weakObject }
  }
  private let hasWeakKeys: Bool
  private let hasWeakObjects: Bool
  private var items: [Item] = []

  private init(_ hasWeakKeys: Bool, _ hasWeakObjects: Bool) {
    self.hasWeakKeys = hasWeakKeys
    self.hasWeakObjects = hasWeakObjects
  }

  open class func strongToStrongObjects() -> NSMapTable { NSMapTable(false, false) }
  open class func strongToWeakObjects() -> NSMapTable { NSMapTable(false, true) }
  open class func weakToStrongObjects() -> NSMapTable { NSMapTable(true, false) }
  open class func weakToWeakObjects() -> NSMapTable { NSMapTable(true, true) }

  open var count: Int { items.count { $0.key != nil && $0.object != nil } }
  open func object(forKey aKey: KeyType?) -> ObjectType? {
    items.first { Self.isEqual($0.key, aKey) }?.object
  }
  open func setObject(_ anObject: ObjectType?, forKey aKey: KeyType?) {
    removeObject(forKey: aKey)
    guard let anObject, let aKey else { return }
    var item = Item()
    if hasWeakKeys { item.weakKey = aKey } else { item.strongKey = aKey }
    if hasWeakObjects { item.weakObject = anObject } else { item.strongObject = anObject }
    items.append(item)
  }
  open func removeObject(forKey aKey: KeyType?) {
    items.removeAll { $0.key == nil || $0.object == nil || Self.isEqual($0.key, aKey) }
  }
  open func removeAllObjects() { items = [] }

  private static func isEqual(_ a: KeyType?, _ b: KeyType?) -> Bool {
    guard let a, let b else { return false }
    if a === b { return true }
    return (a as? NSObject).map { $0.isEqual(b) } ?? false
  }
}
