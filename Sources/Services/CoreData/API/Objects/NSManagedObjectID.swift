import YobanFoundation

/// The identity of a managed object in all contexts of its store.
///
/// An object that was never saved has a temporary identity, which the first save replaces.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
  enum Key: Hashable {
    case temporary(UUID)
    case stored(Int64)
  }
  let key: Key
  public let entity: NSEntityDescription
  open private(set) weak var persistentStore: NSPersistentStore?
  private let storeIdentifier: String

  init(_ entity: NSEntityDescription, _ key: Key, _ store: NSPersistentStore?) {
    self.entity = entity
    self.key = key
    persistentStore = store
    storeIdentifier = store?.identifier ?? ""
  }

  open var isTemporaryID: Bool {
    if case .temporary = key { true } else { false }
  }

  /// The key of the row; nil for a temporary identity.
  var row: Int64? {
    if case .stored(let row) = key { row } else { nil }
  }

  /// Such as `x-coredata://STORE/Recording/p12`.
  open func uriRepresentation() -> URL {
    let name = entity.name ?? ""
    return switch key {
    case .temporary(let id): URL(string: "x-coredata:///\(name)/t\(id.uuidString)")!
    case .stored(let row): URL(string: "x-coredata://\(storeIdentifier)/\(name)/p\(row)")!
    }
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectID else { return false }
    return self === other
      || key == other.key && storeIdentifier == other.storeIdentifier
        && entity.root.name == other.entity.root.name
  }

  open override var hash: Int { key.hashValue }
  open override var description: String { "\(uriRepresentation())" }
}
