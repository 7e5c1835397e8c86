import CoreData
import Testing
import YobanTesting

/// The history that a store keeps, and what publishes changes.
@MainActor @Suite struct HistoryTests {
  private func container() throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Nights", managedObjectModel: Models.nights())
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  private func transactions(
    _ request: NSPersistentHistoryChangeRequest, _ context: NSManagedObjectContext
  ) throws -> [NSPersistentHistoryTransaction] {
    let result = try context.execute(request) as? NSPersistentHistoryResult
    return try #require(result?.result as? [NSPersistentHistoryTransaction])
  }

  /// A night that is inserted by the app, changed by its widget, and deleted by the app.
  private func played() throws -> NSPersistentContainer {
    let container = try container()
    let context = container.viewContext
    context.transactionAuthor = "app"
    let night = context.insert("Night", ["name": "a"])
    try context.save()
    context.transactionAuthor = "widget"
    night.setValue("b", forKey: "name")
    try context.save()
    context.transactionAuthor = "app"
    context.delete(night)
    try context.save()
    return container
  }

  @Test func `transactions have their changes, and a token reads those after it`() throws {
    let container = try played()
    let context = container.viewContext
    let token: NSPersistentHistoryToken? = nil
    let all = try transactions(.fetchHistory(after: token), context)
    #expect(all.map(\.author) == ["app", "widget", "app"])
    #expect(all.map { $0.changes?.map(\.changeType) } == [[.insert], [.update], [.delete]])
    #expect(all[1].changes?.first?.updatedProperties?.map(\.name) == ["name"])
    #expect(all[1].objectIDNotification().userInfo?[NSUpdatedObjectIDsKey] != nil)

    let data = try NSKeyedArchiver.archivedData(
      withRootObject: all[0].token, requiringSecureCoding: true)
    let kept = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSPersistentHistoryToken.self, from: data)
    #expect(
      try transactions(.fetchHistory(after: kept), context).map(\.author) == ["widget", "app"])
    #expect(
      container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
        == all[2].token)
  }

  @Test func `a predicate chooses transactions of others`() throws {
    let context = try played().viewContext
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: "author != %@", "app")
    #expect(try transactions(.fetchHistory(withFetch: fetch), context).map(\.author) == ["widget"])
  }

  @Test func `a token of history that was deleted is refused`() throws {
    let context = try played().viewContext
    let all = try transactions(.fetchHistory(after: Date.distantPast), context)
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: all[2]))
    #expect(try transactions(.fetchHistory(after: Date.distantPast), context).count == 1)
    let error = #expect(throws: NSError.self) {
      try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: all[0]))
    }
    #expect(error.map { CocoaError.Code(rawValue: $0.code) } == .persistentHistoryTokenExpired)
  }

  @Test func `an object publishes before it changes`() throws {
    let context = try Models.container().viewContext
    let night = context.insert("Night", ["name": "a"])
    var names: [String] = []
    let subscription = night.objectWillChange.sink {
      names.append(night.value(forKey: "name") as? String ?? "")
    }
    night.setValue("b", forKey: "name")
    night.setValue("c", forKey: "name")
    #expect(names == ["a", "b"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a child context gets what its parent saves, if it merges automatically`()
    async throws
  {
    let context = try Models.container().viewContext
    let night = context.insert("Night", ["name": "a"])
    try context.save()
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = context
    child.automaticallyMergesChangesFromParent = true
    let request = NSFetchRequest<NSManagedObject>(entityName: "Night")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let results = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: child, sectionNameKeyPath: nil, cacheName: nil)
    try results.performFetch()
    #expect(results.fetchedObjects?.count == 1)
    context.delete(night)
    try context.save()
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(results.fetchedObjects?.count == 0)
  }

  @Test func `a child's object gets the identity with which its parent has saved it`() throws {
    let context = try Models.container().viewContext
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = context
    let night = child.insert("Night", ["name": "a"])
    try child.save()
    try context.save()
    #expect(night.objectID.isTemporaryID, "as on a device")
    night.setValue("b", forKey: "name")
    try child.save()
    try context.save()
    try child.obtainPermanentIDs(for: [night])
    #expect(try context.alone().names() == ["b"])
    let found = try context.alone().existingObject(with: night.objectID)
    #expect(found.value(forKey: "name") as? String == "b")
  }
}
