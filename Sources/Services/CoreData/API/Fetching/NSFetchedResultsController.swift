import YobanFoundation
internal import YobanSimulatedApple

@nonexhaustive public enum NSFetchedResultsChangeType: UInt, Sendable {
  case insert = 1
  case delete
  case move
  case update
}

/// Objects of a fetch that belong together, because a key has the same value.
public protocol NSFetchedResultsSectionInfo {
  var name: String { get }
  var indexTitle: String? { get }
  var numberOfObjects: Int { get }
  var objects: [Any]? { get }
}

/// Hears how the results of a controller change. All methods are optional.
///
/// The order is the one of Apple's header: `controllerWillChangeContent`, changes of sections, changes of objects,
/// `controllerDidChangeContent`.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>)
  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType)
  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>)
  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

extension NSFetchedResultsControllerDelegate {
  public func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>
  ) {}
  public func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {}
  public func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}
  public func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>
  ) {}
  public func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { sectionName.first.map { $0.uppercased() } }
}

/// The results of a fetch, kept as they change in a context, for a table.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSFetchedResultsController<ResultType: NSFetchRequestResult>: NSObject,
  @unchecked Sendable
{
  open private(set) var fetchRequest: NSFetchRequest<ResultType>
  open private(set) var managedObjectContext: NSManagedObjectContext
  open private(set) var sectionNameKeyPath: String?
  open private(set) var cacheName: String?
  open weak var delegate: (any NSFetchedResultsControllerDelegate)?

  private var results: [NSManagedObject]?
  private var sectionList: [ResultSection] = []
  private var token: (any NSObjectProtocol)?

  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    if fetchRequest.plan.sortDescriptors.isEmpty {
      AppProcess.raise(
        "NSInvalidArgumentException: An instance of NSFetchedResultsController requires a fetch request with sort descriptors"
      )
    }
    self.fetchRequest = fetchRequest
    managedObjectContext = context
    self.sectionNameKeyPath = sectionNameKeyPath
    cacheName = name
  }

  deinit { token.map(NotificationCenter.default.removeObserver) }

  /// Has no effect: nothing is cached.
  open class func deleteCache(withName name: String?) {}

  open func performFetch() throws {
    let found = try managedObjectContext.fetch(fetchRequest)
    results = found.compactMap { $0 as? NSManagedObject }
    sectionList = sections(of: results!)
    guard token == nil else { return }
    token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: managedObjectContext, queue: nil
    ) { [weak self] notification in
      self?.contextChanged(notification.userInfo ?? [:])
    }
  }

  // MARK: Results

  open var fetchedObjects: [ResultType]? {
    results?.map { unsafeDowncast($0, to: ResultType.self) }
  }

  open func object(at indexPath: IndexPath) -> ResultType {
    let object = sectionList[indexPath[0]].members[indexPath[1]]
    return unsafeDowncast(object, to: ResultType.self)
  }

  open func indexPath(forObject object: ResultType) -> IndexPath? {
    path(of: object, in: sectionList)
  }

  open var sections: [any NSFetchedResultsSectionInfo]? { results == nil ? nil : sectionList }
  open var sectionIndexTitles: [String] { sectionList.compactMap(\.indexTitle) }

  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    sectionName.first.map { $0.uppercased() }
  }

  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    sectionIndex
  }

  private func sections(of objects: [NSManagedObject]) -> [ResultSection] {
    guard let sectionNameKeyPath else { return [ResultSection(name: "", members: objects)] }
    var sections: [ResultSection] = []
    for object in objects {
      let value = PredicateValues.value(of: sectionNameKeyPath, in: object)
      let name = value.map { "\($0)" } ?? ""
      if sections.last?.name != name { sections.append(ResultSection(name: name, members: [])) }
      sections[sections.count - 1].members.append(object)
    }
    return sections
  }

  private func path(of object: AnyObject, in sections: [ResultSection]) -> IndexPath? {
    for (section, info) in sections.enumerated() {
      if let row = info.members.firstIndex(where: { $0 === object }) {
        return IndexPath(indexes: [section, row])
      }
    }
    return nil
  }

  // MARK: Changes

  private func contextChanged(_ info: [AnyHashable: Any]) {
    guard let old = results else { return }
    let plan = fetchRequest.plan
    let name = plan.entityName ?? plan.entity?.name
    guard let entity = name.flatMap({ managedObjectContext.model?.entitiesByName[$0] }) else {
      return
    }
    func objects(_ keys: String...) -> [NSManagedObject] {
      keys.flatMap { Array(info[$0] as? Set<NSManagedObject> ?? []) }
        .filter { $0.entity.isKindOf(entity: entity) }.sorted { $0.isBefore($1) }
    }
    func fits(_ object: NSManagedObject) -> Bool {
      !object.isDeleted && plan.predicate?.evaluate(with: object) != false
    }
    let deleted = objects(NSDeletedObjectsKey)
    let touched = objects(NSInsertedObjectsKey, NSUpdatedObjectsKey, NSRefreshedObjectsKey)
    guard !deleted.isEmpty || !touched.isEmpty else { return }
    var new = old.filter { object in
      !deleted.contains { $0 === object } && (!touched.contains { $0 === object } || fits(object))
    }
    var seen = Set(new.map(ObjectIdentifier.init))
    for object in touched where fits(object) && seen.insert(ObjectIdentifier(object)).inserted {
      new.append(object)
    }
    new = new.ordered(by: plan.sortDescriptors)
    if plan.limit > 0 { new = Array(new.prefix(plan.limit)) }
    let updated = touched.filter { object in old.contains { $0 === object } }
    report(old: sectionList, new: sections(of: new), from: old, to: new, updated)
  }

  private func report(
    old: [ResultSection], new: [ResultSection], from: [NSManagedObject], to: [NSManagedObject],
    _ updated: [NSManagedObject]
  ) {
    let before = Set(from.map(ObjectIdentifier.init))
    let after = Set(to.map(ObjectIdentifier.init))
    let moved = Self.moved(
      from.filter { after.contains(ObjectIdentifier($0)) },
      to.filter { before.contains(ObjectIdentifier($0)) })
    var changes: [(NSManagedObject, IndexPath?, NSFetchedResultsChangeType, IndexPath?)] = []
    for object in from where !after.contains(ObjectIdentifier(object)) {
      changes.append((object, path(of: object, in: old), .delete, nil))
    }
    for object in to where !before.contains(ObjectIdentifier(object)) {
      changes.append((object, nil, .insert, path(of: object, in: new)))
    }
    for object in updated where after.contains(ObjectIdentifier(object)) {
      let (one, two) = (path(of: object, in: old), path(of: object, in: new))
      let isMove =
        moved.contains(ObjectIdentifier(object)) || Self.name(one, old) != Self.name(two, new)
      changes.append((object, one, isMove ? .move : .update, two))
    }
    results = to
    let (gone, came) = (
      old.indices.filter { index in !new.contains { $0.name == old[index].name } },
      new.indices.filter { index in !old.contains { $0.name == new[index].name } }
    )
    sectionList = new
    guard !changes.isEmpty || !gone.isEmpty || !came.isEmpty, let delegate else { return }
    // On a device there is one class for all types of results.
    let erased = Unmanaged<NSFetchedResultsController<NSFetchRequestResult>>
      .fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
    delegate.controllerWillChangeContent(erased)
    for index in gone {
      delegate.controller(erased, didChange: old[index], atSectionIndex: index, for: .delete)
    }
    for index in came {
      delegate.controller(erased, didChange: new[index], atSectionIndex: index, for: .insert)
    }
    for (object, at, type, to) in changes {
      delegate.controller(erased, didChange: object, at: at, for: type, newIndexPath: to)
    }
    delegate.controllerDidChangeContent(erased)
  }

  private static func name(_ path: IndexPath?, _ sections: [ResultSection]) -> String? {
    path.map { sections[$0[0]].name }
  }

  /// The objects that have another place among those that stayed: all but a longest row of objects in the same order.
  private static func moved(
    _ old: [NSManagedObject], _ new: [NSManagedObject]
  ) -> Set<ObjectIdentifier> {
    let difference = new.map(ObjectIdentifier.init).difference(from: old.map(ObjectIdentifier.init))
    return Set(
      difference.insertions.map { change in
        switch change {
        case .insert(_, let id, _), .remove(_, let id, _): id
        }
      })
  }
}

/// A section of the results.
private struct ResultSection: NSFetchedResultsSectionInfo {
  var name: String
  var members: [NSManagedObject]
  var indexTitle: String? { name.first.map { $0.uppercased() } }
  var numberOfObjects: Int { members.count }
  var objects: [Any]? { members }
}
