import YobanFoundation

/// The entities of an app, from a model file or made in code.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
  static let none = NSManagedObjectModel()

  open var versionIdentifiers: Set<AnyHashable> = []
  open private(set) var fetchRequestTemplatesByName:
    [String: NSFetchRequest<NSFetchRequestResult>] = [:]
  open var localizationDictionary: [String: String]?
  private var namesByConfiguration: [String: [String]] = [:]
  /// The name of the version in its model file.
  var versionName: String?

  public override init() { super.init() }

  open var entities: [NSEntityDescription] = [] {
    didSet {
      // Subentities belong to the model although only their superentity may be named.
      var all: [NSEntityDescription] = []
      func add(_ entity: NSEntityDescription) {
        guard !all.contains(where: { $0 === entity }) else { return }
        all.append(entity)
        entity.model = self
        entity.subentities.forEach(add)
      }
      entities.forEach(add)
      if all.count != entities.count { entities = all }
      byName = Dictionary(all.map { ($0.name ?? "", $0) }) { $1 }
      ManagedClasses.register(self)
    }
  }
  private var byName: [String: NSEntityDescription] = [:]
  open var entitiesByName: [String: NSEntityDescription] { byName }

  /// Reads a compiled model. Here this is the folder of the model itself, `NAME.xcdatamodeld`, under the name
  /// `NAME.momd` in the app's bundle.
  public convenience init?(contentsOf url: URL) {
    self.init()
    guard ModelFile(url).read(into: self) else { return nil }
  }

  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    self.init()
    guard let models, !models.isEmpty else { return nil }
    merge(models)
  }

  private func merge(_ models: [NSManagedObjectModel]) {
    var copies: [NSEntityDescription] = []
    for model in models {
      let copy = model.copy() as! NSManagedObjectModel
      copies += copy.entities.filter { entity in !copies.contains { $0.name == entity.name } }
      for (name, request) in model.fetchRequestTemplatesByName {
        fetchRequestTemplatesByName[name] = request
      }
    }
    entities = copies
  }

  /// The models of all bundles, merged; those of the app's bundle if none are given.
  open class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    let models = (bundles ?? [.main]).flatMap(ModelFile.all).compactMap {
      NSManagedObjectModel(contentsOf: $0)
    }
    return models.count == 1 ? models[0] : NSManagedObjectModel(byMerging: models)
  }

  /// The version of a model with which a store was written.
  open class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    (bundles ?? [.main]).flatMap(ModelFile.all).flatMap { ModelFile($0).versions }.compactMap {
      NSManagedObjectModel(contentsOf: $0)
    }.first { $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) }
  }

  // MARK: Configurations and templates

  open var configurations: [String] {
    ["PF_DEFAULT_CONFIGURATION_NAME"] + namesByConfiguration.keys.sorted()
  }

  open func entities(forConfigurationName name: String?) -> [NSEntityDescription]? {
    guard let name, name != "PF_DEFAULT_CONFIGURATION_NAME" else { return entities }
    return namesByConfiguration[name].map { names in
      entities.filter { names.contains($0.name ?? "") }
    }
  }

  open func setEntities(_ entities: [NSEntityDescription], forConfigurationName name: String) {
    namesByConfiguration[name] = entities.compactMap(\.name)
  }

  open func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<NSFetchRequestResult>?, forName name: String
  ) {
    fetchRequestTemplatesByName[name] = fetchRequestTemplate
  }

  open func fetchRequestTemplate(forName name: String) -> NSFetchRequest<NSFetchRequestResult>? {
    fetchRequestTemplatesByName[name]
  }

  open func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<NSFetchRequestResult>? {
    guard let template = fetchRequestTemplatesByName[name] else { return nil }
    let request = template.copy() as! NSFetchRequest<NSFetchRequestResult>
    request.predicate = request.predicate?.withSubstitutionVariables(variables)
    return request
  }

  // MARK: Versions

  open var entityVersionHashesByName: [String: Data] { byName.mapValues(\.versionHash) }

  /// A text that is the same for equal models.
  open var versionChecksum: String {
    let all = entityVersionHashesByName.sorted { $0.key < $1.key }
    return all.reduce(into: Data()) { $0 += Data($1.key.utf8) + $1.value }.checksum
      .base64EncodedString()
  }

  open func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data],
      let entities = entities(forConfigurationName: configuration)
    else { return false }
    return stored == Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }) { $1 }
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSManagedObjectModel()
    let roots = entities.filter { $0.superentity == nil }.map { $0.copy() as! NSEntityDescription }
    copy.entities = roots
    for relationship in copy.entities.flatMap(\.properties).compactMap({
      $0 as? NSRelationshipDescription
    }) {
      let destination = relationship.destinationEntity?.name
      let inverse = relationship.inverseRelationship?.name
      relationship.destinationEntity = destination.flatMap { copy.byName[$0] }
      relationship.inverseRelationship = inverse.flatMap {
        relationship.destinationEntity?.relationshipsByName[$0]
      }
    }
    copy.namesByConfiguration = namesByConfiguration
    copy.fetchRequestTemplatesByName = fetchRequestTemplatesByName
    copy.versionIdentifiers = versionIdentifiers
    return copy
  }
}
