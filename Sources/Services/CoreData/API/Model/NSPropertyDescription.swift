import YobanFoundation

/// A property of an entity: an attribute, a relationship, or a value that a fetch computes.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
  open var name = ""
  open var isOptional = true
  /// Whether the property is not stored.
  open var isTransient = false
  open var userInfo: [AnyHashable: Any]?
  open var versionHashModifier: String?
  /// The name of the property in an earlier version of the model. Default: its name.
  open var renamingIdentifier: String? {
    get { renamed ?? name }
    set { renamed = newValue }
  }
  open var isIndexedBySpotlight = false
  open private(set) var validationPredicates: [NSPredicate] = []
  open private(set) var validationWarnings: [Any] = []
  /// The entity that has the property; an entity without a name before.
  open var entity: NSEntityDescription { owner ?? .none }
  weak var owner: NSEntityDescription?
  private var renamed: String?

  public required override init() { super.init() }

  open func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
  ) {
    self.validationPredicates = validationPredicates ?? []
    self.validationWarnings = validationWarnings ?? []
  }

  /// The text from which the version hash is made: what a store of another version does not have.
  var versionText: String {
    "\(name) \(isOptional) \(isTransient) \(versionHashModifier ?? "")"
  }

  open var versionHash: Data { Data(versionText.utf8).checksum }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.take(self)
    return copy
  }

  func take(_ other: NSPropertyDescription) {
    name = other.name
    isOptional = other.isOptional
    isTransient = other.isTransient
    userInfo = other.userInfo
    versionHashModifier = other.versionHashModifier
    renamed = other.renamed
    validationPredicates = other.validationPredicates
    validationWarnings = other.validationWarnings
  }
}

/// A stored value.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
  open var attributeType = NSAttributeType.undefinedAttributeType
  /// The name of the class of the values, such as `NSDate`.
  open var attributeValueClassName: String?
  open var defaultValue: Any?
  open var valueTransformerName: String?
  /// Has no effect: all data is in the database.
  open var allowsExternalBinaryDataStorage = false
  open var preservesValueInHistoryOnDeletion = false
  open var allowsCloudEncryption = false
  /// The shortest text, the smallest number, from a model file.
  var minimum: Double?
  var maximum: Double?
  var regularExpression: String?

  open var type: AttributeType {
    get { AttributeType(rawValue: attributeType.rawValue) }
    set { attributeType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType }
  }

  public struct AttributeType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let undefined = Self(rawValue: 0)
    public static let integer16 = Self(rawValue: 100)
    public static let integer32 = Self(rawValue: 200)
    public static let integer64 = Self(rawValue: 300)
    public static let decimal = Self(rawValue: 400)
    public static let double = Self(rawValue: 500)
    public static let float = Self(rawValue: 600)
    public static let string = Self(rawValue: 700)
    public static let boolean = Self(rawValue: 800)
    public static let date = Self(rawValue: 900)
    public static let binaryData = Self(rawValue: 1000)
    public static let uuid = Self(rawValue: 1100)
    public static let uri = Self(rawValue: 1200)
    public static let transformable = Self(rawValue: 1800)
    public static let objectID = Self(rawValue: 2000)
    public static let composite = Self(rawValue: 2100)
  }

  override var versionText: String {
    "\(super.versionText) \(attributeType.rawValue) \(valueTransformerName ?? "")"
  }

  override func take(_ other: NSPropertyDescription) {
    super.take(other)
    guard let other = other as? NSAttributeDescription else { return }
    attributeType = other.attributeType
    attributeValueClassName = other.attributeValueClassName
    defaultValue = other.defaultValue
    valueTransformerName = other.valueTransformerName
    allowsExternalBinaryDataStorage = other.allowsExternalBinaryDataStorage
    preservesValueInHistoryOnDeletion = other.preservesValueInHistoryOnDeletion
    minimum = other.minimum
    maximum = other.maximum
    regularExpression = other.regularExpression
  }
}

@nonexhaustive public enum NSAttributeType: UInt, Sendable {
  case undefinedAttributeType = 0
  case integer16AttributeType = 100
  case integer32AttributeType = 200
  case integer64AttributeType = 300
  case decimalAttributeType = 400
  case doubleAttributeType = 500
  case floatAttributeType = 600
  case stringAttributeType = 700
  case booleanAttributeType = 800
  case dateAttributeType = 900
  case binaryDataAttributeType = 1000
  case UUIDAttributeType = 1100
  case URIAttributeType = 1200
  case transformableAttributeType = 1800
  case objectIDAttributeType = 2000
  case compositeAttributeType = 2100
}

/// What happens to related objects when an object is deleted.
@nonexhaustive public enum NSDeleteRule: UInt, Sendable {
  case noActionDeleteRule, nullifyDeleteRule, cascadeDeleteRule, denyDeleteRule
}

/// A relationship to objects of another entity.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
  open weak var destinationEntity: NSEntityDescription?
  open weak var inverseRelationship: NSRelationshipDescription?
  /// 1 for a relationship to one object; 0 for any number.
  open var maxCount = 0
  open var minCount = 0
  open var deleteRule = NSDeleteRule.nullifyDeleteRule
  open var isToMany: Bool { maxCount != 1 }
  open var isOrdered = false

  override var versionText: String {
    "\(super.versionText) \(destinationEntity?.name ?? "") \(inverseRelationship?.name ?? "") \(maxCount) \(minCount) \(isOrdered)"
  }

  override func take(_ other: NSPropertyDescription) {
    super.take(other)
    guard let other = other as? NSRelationshipDescription else { return }
    destinationEntity = other.destinationEntity
    inverseRelationship = other.inverseRelationship
    maxCount = other.maxCount
    minCount = other.minCount
    deleteRule = other.deleteRule
    isOrdered = other.isOrdered
  }
}

/// A value that a fetch computes, such as the sum of an attribute.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
  open var expression: NSExpression?
  open var expressionResultType = NSAttributeType.undefinedAttributeType
  open var resultType: NSAttributeDescription.AttributeType {
    get { .init(rawValue: expressionResultType.rawValue) }
    set {
      expressionResultType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType
    }
  }
}

/// An attribute that is computed from others when an object is saved.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  open var derivationExpression: NSExpression?

  override var versionText: String {
    "\(super.versionText) \(derivationExpression?.description ?? "")"
  }

  override func take(_ other: NSPropertyDescription) {
    super.take(other)
    derivationExpression = (other as? NSDerivedAttributeDescription)?.derivationExpression
  }
}

/// A property whose value is the result of a fetch.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
  open var fetchRequest: NSFetchRequest<NSFetchRequestResult>?
}

@nonexhaustive public enum NSFetchIndexElementType: UInt, Sendable { case binary, rTree }

/// A property of an index.
open class NSFetchIndexElementDescription: NSObject, @unchecked Sendable {
  open private(set) var property: NSPropertyDescription?
  open var collationType: NSFetchIndexElementType
  open var isAscending = true
  open var propertyName: String? { property?.name }

  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    self.property = property
    self.collationType = collationType
  }
}

/// An index of an entity, which makes fetches faster.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSFetchIndexDescription: NSObject, @unchecked Sendable {
  open var name: String
  open var elements: [NSFetchIndexElementDescription]
  open var partialIndexPredicate: NSPredicate?

  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
  }
}

extension Data {
  /// FNV-1a of 128 bits in two halves: the same text has the same hash in every process.
  var checksum: Data {
    var result = Data()
    for seed in [0xcbf2_9ce4_8422_2325, 0x84222325_cbf29ce4] as [UInt64] {
      var hash = seed
      for byte in self { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      for shift in stride(from: 56, through: 0, by: -8) {
        result.append(UInt8(hash >> UInt64(shift) & 0xff))
      }
    }
    return result
  }
}
