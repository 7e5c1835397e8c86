import Foundation
import FoundationXML

// Names of Apple's Foundation that Foundation does not have here.

public typealias NSInteger = Int
public typealias NSUInteger = UInt

/// Compares a text that may be nil, as `cString(using:)` gives it.
@_disfavoredOverload public func strcmp(_ first: [CChar]?, _ second: String) -> Int32 {
  guard let first else { return -1 }
  return Foundation.strcmp(first, second)
}

public typealias XMLParser = FoundationXML.XMLParser
public typealias XMLParserDelegate = FoundationXML.XMLParserDelegate

/// What the user is doing, for Handoff and search. Nothing is handed over: a simulated user has one device.
open class NSUserActivity: NSObject {
  open private(set) var activityType: String
  open var title: String?
  open var userInfo: [AnyHashable: Any]?
  open var requiredUserInfoKeys: Set<String>?
  open var needsSave = false
  open var webpageURL: URL?
  open var referrerURL: URL?
  open var expirationDate: Date?
  open var keywords: Set<String> = []
  open var targetContentIdentifier: String?
  open var persistentIdentifier: String?
  open var isEligibleForHandoff = true
  open var isEligibleForSearch = false
  open var isEligibleForPublicIndexing = false
  open var isEligibleForPrediction = false

  public init(activityType: String) { self.activityType = activityType }

  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }
  open func becomeCurrent() {}
  open func resignCurrent() {}
  open func invalidate() {}
}

/// The type of an activity that opens a link of the web.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// An object that other processes notify about a file. Nothing else changes the files of a simulated app.
public protocol NSFilePresenter: NSObjectProtocol {
  var presentedItemURL: URL? { get }
  var presentedItemOperationQueue: OperationQueue { get }
}

/// Waits for other users of a file. A simulated app has its files alone, so each block runs at once.
open class NSFileCoordinator: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let withoutChanges = Self(rawValue: 1 << 0)
    public static let resolvesSymbolicLink = Self(rawValue: 1 << 1)
    public static let immediatelyAvailableMetadataOnly = Self(rawValue: 1 << 2)
    public static let forUploading = Self(rawValue: 1 << 3)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let forDeleting = Self(rawValue: 1 << 0)
    public static let forMoving = Self(rawValue: 1 << 1)
    public static let forMerging = Self(rawValue: 1 << 2)
    public static let forReplacing = Self(rawValue: 1 << 3)
    public static let contentIndependentMetadataOnly = Self(rawValue: 1 << 4)
  }

  public init(filePresenter filePresenterOrNil: (any NSFilePresenter)?) {}
  public override convenience init() { self.init(filePresenter: nil) }

  open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {}
  open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {}

  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?, byAccessor reader: (URL) -> Void
  ) { reader(url) }
  open func coordinate(
    writingItemAt url: URL, options: WritingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?, byAccessor writer: (URL) -> Void
  ) { writer(url) }
  open func coordinate(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?, byAccessor readerWriter: (URL, URL) -> Void
  ) { readerWriter(readingURL, writingURL) }
  open func cancel() {}
}

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
