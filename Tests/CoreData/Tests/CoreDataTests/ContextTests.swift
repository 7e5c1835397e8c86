import CoreData
import Testing
import YobanTesting

/// Several contexts of one store.
@MainActor @Suite struct ContextTests {
  private func container(_ policy: Any = NSErrorMergePolicy) throws -> (
    NSManagedObjectContext, NSManagedObjectContext
  ) {
    let container = try Models.container()
    let one = container.viewContext
    _ = one.insert("Night", ["name": "night", "count": 1, "rate": 1.0])
    try one.save()
    let two = one.alone()
    two.mergePolicy = policy
    return (one, two)
  }

  private func night(_ context: NSManagedObjectContext) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Night")
    request.returnsObjectsAsFaults = false
    return try #require(try context.fetch(request).first)
  }

  /// The count of the first context, then both of the second, then what is stored, or the code of the error.
  @Test(arguments: [
    ("error", "133020"), ("objectTrump", "count 3, rate 9.0"), ("storeTrump", "count 2, rate 9.0"),
    ("overwrite", "count 3, rate 9.0"), ("rollback", "count 2, rate 1.0"),
  ])
  func `a merge policy decides between two contexts (CD6)`(policy: String, expected: String) throws
  {
    let policies: [String: NSMergePolicy] = [
      "error": .error, "objectTrump": .mergeByPropertyObjectTrump,
      "storeTrump": .mergeByPropertyStoreTrump, "overwrite": .overwrite, "rollback": .rollback,
    ]
    let (one, two) = try container(try #require(policies[policy]))
    let other = try night(two)
    other.setValue(3, forKey: "count")
    other.setValue(9.0, forKey: "rate")
    try night(one).setValue(2, forKey: "count")
    try one.save()
    do { try two.save() } catch let error as NSError {
      #expect("\(error.code)" == expected)
      let conflicts = try #require(error.userInfo["conflictList"] as? [NSMergeConflict])
      #expect(conflicts.map(\.sourceObject) == [other])
      #expect(two.hasChanges)
      return
    }
    let stored = try night(one.alone())
    let text =
      "count \(stored.value(forKey: "count") ?? ""), rate \(stored.value(forKey: "rate") as? Double ?? 0)"
    #expect(text == expected)
  }

  @Test func `a child saves into its parent, and the parent into the store`() throws {
    let (parent, _) = try container()
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = parent
    try night(child).setValue(5, forKey: "count")
    let new = child.insert("Night", ["name": "new"])
    #expect(parent.hasChanges == false)
    try child.save()
    #expect(parent.hasChanges)
    #expect(child.hasChanges == false)
    #expect(try parent.names() == ["new", "night"].sorted().reversed().reversed())
    #expect(try parent.alone().names() == ["night"])
    try parent.save()
    #expect(try parent.alone().names().sorted() == ["new", "night"])
    #expect(try night(parent.alone()).value(forKey: "count") as? Int == 5)
    #expect(new.value(forKey: "name") as? String == "new")
  }

  @Test func `notifications have the objects, and a merge brings them into another context`() throws
  {
    let (one, two) = try container()
    let other = try night(two)
    nonisolated(unsafe) var changes: [String] = []
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: one, queue: nil
    ) { notification in
      nonisolated(unsafe) let notification = notification
      for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
        let set = notification.userInfo?[key] as? Set<NSManagedObject> ?? []
        changes.append("\(key) \(set.count)")
      }
      two.mergeChanges(fromContextDidSave: notification)
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try night(one).setValue(7, forKey: "count")
    let new = one.insert("Night", ["name": "new"])
    try one.save()
    #expect(changes == ["inserted 1", "updated 1", "deleted 0"])
    #expect(other.value(forKey: "count") as? Int == 7)
    one.delete(new)
    try one.save()
    #expect(changes.suffix(3) == ["inserted 0", "updated 0", "deleted 1"])
    #expect(try two.names() == ["night"])
  }

  @Test func `rollback, refresh and reset discard changes`() throws {
    let (one, _) = try container()
    let object = try night(one)
    object.setValue(8, forKey: "count")
    #expect(object.changedValues().keys.sorted() == ["count"])
    #expect(object.committedValues(forKeys: ["count"])["count"] as? Int == 1)
    _ = one.insert("Night", ["name": "new"])
    one.rollback()
    #expect(one.hasChanges == false)
    #expect(object.value(forKey: "count") as? Int == 1)
    object.setValue(9, forKey: "count")
    one.refresh(object, mergeChanges: false)
    #expect(object.isFault)
    #expect(object.value(forKey: "count") as? Int == 1)
    one.reset()
    #expect(one.registeredObjects.isEmpty)
  }

  @Test func `a unique value is an error or the row that has it`() throws {
    for isError in [true, false] {
      let container = try Models.container(Models.nights { $0.uniquenessConstraints = [["name"]] })
      let one = container.viewContext
      _ = one.insert("Night", ["name": "night", "count": 1])
      try one.save()
      one.mergePolicy = isError ? NSErrorMergePolicy : NSMergeByPropertyObjectTrumpMergePolicy
      _ = one.insert("Night", ["name": "night", "count": 2])
      if isError {
        let error = #expect(throws: NSError.self) { try one.save() }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
      } else {
        try one.save()
        let other = one.alone()
        let stored = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Night"))
        #expect(stored.map { $0.value(forKey: "count") as? Int } == [2])
      }
    }
  }

  @Test nonisolated func `perform runs on the queue of the context`() async throws {
    let container = try Models.container()
    let background = container.newBackgroundContext()
    let count = try await background.perform {
      _ = background.insert("Night", ["name": "a"])
      try background.save()
      return try background.names().count
    }
    #expect(count == 1)
    let names = try await container.performBackgroundTask { try $0.names() }
    #expect(names == ["a"])
  }
}
