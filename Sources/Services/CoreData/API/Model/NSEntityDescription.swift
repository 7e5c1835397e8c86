import YobanFoundation
internal import YobanSimulatedApple

/// The description of a kind of objects.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
  /// What a property has before it is part of an entity.
  static let none = NSEntityDescription()

  open var name: String?
  /// The name of the class of the objects. Default: `NSManagedObject`.
  open var managedObjectClassName: String! = "NSManagedObject"
  open var isAbstract = false
  open var userInfo: [AnyHashable: Any]?
  open var versionHashModifier: String?
  open var renamingIdentifier: String? {
    get { renamed ?? name }
    set { renamed = newValue }
  }
  /// For each constraint, the names or the descriptions of the attributes that no two objects share.
  open var uniquenessConstraints: [[Any]] = []
  open var indexes: [NSFetchIndexDescription] = []
  open var coreSpotlightDisplayNameExpression = NSExpression(forConstantValue: nil)
  open var managedObjectModel: NSManagedObjectModel { model ?? .none }
  weak var model: NSManagedObjectModel?
  open internal(set) weak var superentity: NSEntityDescription?
  private var renamed: String?
  private var own: [NSPropertyDescription] = []

  public override init() { super.init() }

  open var subentities: [NSEntityDescription] = [] {
    didSet {
      for entity in subentities { entity.superentity = self }
      changed()
    }
  }

  /// The entity's properties, with those of its superentities.
  open var properties: [NSPropertyDescription] {
    get {
      (superentity?.properties ?? []).filter { inherited in
        !own.contains { $0.name == inherited.name }
      } + own
    }
    set {
      let inherited = superentity?.properties ?? []
      own = newValue.filter { property in !inherited.contains { $0 === property } }
      for property in own { property.owner = self }
      changed()
    }
  }

  // MARK: By name

  private var cache: (count: Int, byName: [String: NSPropertyDescription])?
  private func changed() {
    cache = nil
    storedOrder = nil
    for entity in subentities { entity.changed() }
  }

  open var propertiesByName: [String: NSPropertyDescription] {
    if let cache { return cache.byName }
    let all = properties
    let byName = Dictionary(all.map { ($0.name, $0) }) { $1 }
    cache = (all.count, byName)
    return byName
  }
  open var attributesByName: [String: NSAttributeDescription] {
    propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
  }
  open var relationshipsByName: [String: NSRelationshipDescription] {
    propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
  }
  open func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription]
  {
    relationshipsByName.values.filter { $0.destinationEntity === entity }.sorted {
      $0.name < $1.name
    }
  }

  private var storedOrder:
    (attributes: [NSAttributeDescription], relationships: [NSRelationshipDescription])?
  private var ordered:
    (attributes: [NSAttributeDescription], relationships: [NSRelationshipDescription])
  {
    if let storedOrder { return storedOrder }
    let order = (
      attributesByName.values.sorted { $0.name < $1.name },
      relationshipsByName.values.sorted { $0.name < $1.name }
    )
    storedOrder = order
    return order
  }
  /// In the order of their names.
  var attributes: [NSAttributeDescription] { ordered.attributes }
  var relationships: [NSRelationshipDescription] { ordered.relationships }

  open var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(subentities.map { ($0.name ?? "", $0) }) { $1 }
  }

  open func isKindOf(entity: NSEntityDescription) -> Bool {
    var current: NSEntityDescription? = self
    while let one = current {
      if one === entity || one.name == entity.name { return true }
      current = one.superentity
    }
    return false
  }

  /// The entity at the top of the hierarchy, whose table has the objects.
  var root: NSEntityDescription { superentity?.root ?? self }
  /// The entity and all entities below it.
  var family: [NSEntityDescription] { [self] + subentities.flatMap(\.family) }

  var versionText: String {
    let constraints = uniquenessConstraints.map { $0.map(Self.name(inConstraint:)) }
    let texts = own.filter { !($0 is NSFetchedPropertyDescription) }.map(\.versionText).sorted()
    return
      "\(name ?? "") \(superentity?.name ?? "") \(isAbstract) \(versionHashModifier ?? "") \(constraints) \(texts)"
  }
  open var versionHash: Data { Data(versionText.utf8).checksum }

  static func name(inConstraint element: Any) -> String {
    (element as? NSPropertyDescription)?.name ?? "\(element)"
  }

  /// The names of the attributes of each constraint, those of superentities first.
  var constraints: [[String]] {
    (superentity?.constraints ?? [])
      + uniquenessConstraints.map { $0.map(Self.name(inConstraint:)) }
  }

  // MARK: Finding and making

  open class func entity(
    forEntityName entityName: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    context.model?.entitiesByName[entityName]
  }

  @discardableResult
  open class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    guard let entity = entity(forEntityName: entityName, in: context) else {
      AppProcess.raise(
        "NSInternalInconsistencyException: +entityForName: could not locate an entity named '\(entityName)' in this model."
      )
    }
    return ManagedClasses.make(entity, insertInto: context)
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSEntityDescription()
    copy.name = name
    copy.managedObjectClassName = managedObjectClassName
    copy.isAbstract = isAbstract
    copy.userInfo = userInfo
    copy.versionHashModifier = versionHashModifier
    copy.renamed = renamed
    copy.uniquenessConstraints = uniquenessConstraints.map { $0.map(Self.name(inConstraint:)) }
    copy.own = own.map { $0.copy() as! NSPropertyDescription }
    for property in copy.own { property.owner = copy }
    copy.subentities = subentities.map { $0.copy() as! NSEntityDescription }
    copy.indexes = indexes
    return copy
  }

  open override var description: String { "<NSEntityDescription: \(name ?? "")>" }
}
