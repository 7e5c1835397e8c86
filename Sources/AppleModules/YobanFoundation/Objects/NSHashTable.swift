import Foundation

/// A set of objects, held weakly or strongly. Objects are compared by identity.
open class NSHashTable<ObjectType: AnyObject>: NSObject {
  private struct Item {
    weak var weakObject: ObjectType?
    var strongObject: ObjectType?
    var object: ObjectType? { strongObject ?? weakObject }
  }
  private let isWeak: Bool
  private var items: [Item] = []

  private init(isWeak: Bool) { self.isWeak = isWeak }
  public override convenience init() { self.init(isWeak: false) }

  open class func weakObjects() -> NSHashTable<ObjectType> { NSHashTable(isWeak: true) }

  /// The objects that still exist, in the order in which they were added.
  open var allObjects: [ObjectType] { items.compactMap(\.object) }
  open var count: Int { allObjects.count }
  open var anyObject: ObjectType? { allObjects.first }
  open func contains(_ anObject: ObjectType?) -> Bool {
    allObjects.contains { $0 === anObject }
  }
  open func add(_ object: ObjectType?) {
    guard let object, !contains(object) else { return }
    items.removeAll { $0.object == nil }
    items.append(
      isWeak ? Item(weakObject: object) : Item(weakObject: nil, strongObject: object))
  }
  open func remove(_ object: ObjectType?) {
    items.removeAll { $0.object == nil || $0.object === object }
  }
  open func removeAllObjects() { items = [] }
}
