import CoreData
import Testing
import YobanTesting

/// Controllers of results, and requests that change many rows.
@MainActor @Suite struct FetchingTests {
  /// Writes what a controller reports.
  final class Reporter: NSObject, NSFetchedResultsControllerDelegate {
    var lines: [String] = []
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>)
    {
      lines.append("will")
    }
    func controller(
      _ controller: NSFetchedResultsController<NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) {
      lines.append("section \(type) \(sectionIndex) \(sectionInfo.name)")
    }
    func controller(
      _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      let name = (anObject as? NSManagedObject)?.value(forKey: "name") ?? ""
      func text(_ path: IndexPath?) -> String { path.map { "\($0[0]).\($0[1])" } ?? "-" }
      lines.append("\(type) \(name) \(text(indexPath)) \(text(newIndexPath))")
    }
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>)
    {
      lines.append("did \(controller.fetchedObjects?.count ?? -1)")
    }
  }

  @Test func `a controller reports insertions, updates, moves and deletions in Apple's order`()
    throws
  {
    let container = try Models.container()
    let context = container.viewContext
    let objects = ["a", "c", "e"].enumerated().map {
      context.insert("Night", ["name": $1, "count": $0])
    }
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Night")
    request.predicate = NSPredicate(format: "count < 10")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    let reporter = Reporter()
    controller.delegate = reporter
    try controller.performFetch()
    #expect(controller.sections?.map(\.numberOfObjects) == [3])
    func lines(_ change: () -> Void) -> [String] {
      reporter.lines = []
      change()
      context.processPendingChanges()
      return reporter.lines
    }
    #expect(
      lines { _ = context.insert("Night", ["name": "b"]) } == ["will", "insert b - 0.1", "did 4"])
    #expect(
      lines { objects[0].setValue(5, forKey: "count") } == ["will", "update a 0.0 0.0", "did 4"])
    #expect(
      lines { objects[0].setValue("z", forKey: "name") } == ["will", "move z 0.0 0.3", "did 4"])
    #expect(
      lines { objects[1].setValue(99, forKey: "count") } == ["will", "delete c 0.1 -", "did 3"])
    #expect(lines { context.delete(objects[2]) } == ["will", "delete e 0.1 -", "did 2"])
    #expect(lines { _ = context.insert("Tag", ["word": "x"]) } == [])
  }

  @Test func `sections follow the values of their key`() throws {
    let container = try Models.container()
    let context = container.viewContext
    for (name, count) in [("a", 1), ("b", 1), ("c", 2)] {
      _ = context.insert("Night", ["name": name, "count": count])
    }
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Night")
    request.sortDescriptors = ["count", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "count",
      cacheName: nil)
    let reporter = Reporter()
    controller.delegate = reporter
    try controller.performFetch()
    #expect(controller.sections?.map { "\($0.name): \($0.numberOfObjects)" } == ["1: 2", "2: 1"])
    _ = context.insert("Night", ["name": "d", "count": 3])
    context.processPendingChanges()
    #expect(reporter.lines == ["will", "section insert 2 3", "insert d - 2.0", "did 4"])
    let last = controller.object(at: IndexPath(indexes: [2, 0]))
    #expect(last.value(forKey: "name") as? String == "d")
  }

  @Test func `batch requests write at once, and no context is told`() throws {
    let container = try Models.container()
    let context = container.viewContext
    nonisolated(unsafe) var saves = 0
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
    ) { [coordinator = container.persistentStoreCoordinator] notification in
      let context = notification.object as? NSManagedObjectContext
      if context?.persistentStoreCoordinator === coordinator { saves += 1 }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let insertion = NSBatchInsertRequest(
      entityName: "Night", objects: [["name": "a", "count": 1], ["name": "b"], ["count": 3]])
    insertion.resultType = .count
    let inserted = try context.execute(insertion) as? NSBatchInsertResult
    #expect(inserted?.result as? Int == 3, "a batch is not validated")
    #expect(context.registeredObjects.isEmpty)
    let update = NSBatchUpdateRequest(entityName: "Night")
    update.predicate = NSPredicate(format: "count > 0")
    update.propertiesToUpdate = ["done": true]
    update.resultType = .updatedObjectsCountResultType
    #expect((try context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 2)
    #expect(try context.names("done == YES") == ["a"])
    let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Night")
    request.predicate = NSPredicate(format: "done == YES")
    let deletion = NSBatchDeleteRequest(fetchRequest: request)
    deletion.resultType = .resultTypeObjectIDs
    let deleted = try context.execute(deletion) as? NSBatchDeleteResult
    #expect((deleted?.result as? [NSManagedObjectID])?.count == 2)
    #expect(try context.names() == ["b"])
    #expect(saves == 0)
  }
}
