import CoreData
import Testing
import YobanTesting

/// Undo of a context. The expected behavior is that of Apple's Core Data Programming Guide: a context registers its
/// changes in a batch when it processes them, a rollback forgets them, and a reset does, too.
@Suite @MainActor struct UndoTests {
  private let context: NSManagedObjectContext

  init() throws {
    context = try Models.container().viewContext
    context.undoManager = UndoManager()
  }

  private func names() throws -> [String] { try context.names() }

  @Test func `a context has no undo manager by default, and undo does nothing then`() throws {
    let context = try Models.container().viewContext
    #expect(context.undoManager == nil)
    _ = context.insert("Night", ["name": "a"])
    context.undo()
    #expect(context.insertedObjects.count == 1)
  }

  @Test func `insertions, changes and deletions are undone and done again, one event at a time`()
    throws
  {
    let night = event { context.insert("Night", ["name": "a", "count": 1]) }
    event { night.setValue(2, forKey: "count") }
    event { context.delete(night) }
    #expect(try names() == [])
    context.undo()
    #expect(try names() == ["a"])
    #expect(night.value(forKey: "count") as? Int == 2)
    context.undo()
    #expect(night.value(forKey: "count") as? Int == 1)
    context.undo()
    #expect(try names() == [])
    #expect(!context.hasChanges)
    context.redo()
    #expect(try names() == ["a"])
    context.redo()
    #expect(night.value(forKey: "count") as? Int == 2)
    context.redo()
    #expect(try names() == [])
    #expect(!context.undoManager!.canRedo)
  }

  /// Makes changes that are undone together.
  private func event<Result>(_ body: () -> Result) -> Result {
    context.undoManager!.beginUndoGrouping()
    defer {
      context.processPendingChanges()
      context.undoManager!.endUndoGrouping()
    }
    return body()
  }

  @Test func `an undo after a save changes the objects again, and the next save stores that`()
    throws
  {
    let night = context.insert("Night", ["name": "a", "count": 1])
    let other = context.insert("Night", ["name": "b"])
    try context.save()
    context.undoManager!.removeAllActions()
    night.setValue(2, forKey: "count")
    context.delete(other)
    try context.save()
    #expect(!context.hasChanges)
    context.undo()
    #expect(context.updatedObjects == [night])
    #expect(context.insertedObjects == [other])
    try context.save()
    context.reset()
    #expect(try names() == ["a", "b"])
  }

  @Test func `a relationship is undone on both sides`() throws {
    let night = context.insert("Night", ["name": "a"])
    let sample = context.insert("Sample", [:])
    try context.save()
    context.undoManager!.removeAllActions()
    sample.setValue(night, forKey: "night")
    #expect((night.value(forKey: "samples") as? Set<NSManagedObject>)?.count == 1)
    context.undo()
    #expect(sample.value(forKey: "night") == nil)
    #expect((night.value(forKey: "samples") as? Set<NSManagedObject>)?.isEmpty == true)
  }

  @Test func `changes without registration stay, and a rollback forgets what can be undone`() throws
  {
    context.processPendingChanges()
    context.undoManager!.disableUndoRegistration()
    _ = context.insert("Night", ["name": "a"])
    context.processPendingChanges()
    context.undoManager!.enableUndoRegistration()
    context.undo()
    #expect(try names() == ["a"])
    _ = context.insert("Night", ["name": "b"])
    context.rollback()
    #expect(try names() == [])
    context.undo()
    context.redo()
    #expect(try names() == [])
  }

  @Test
  func `a group that the app began does not end with the event in which actions were removed`()
    async
  {
    let manager = UndoManager()
    manager.registerUndo(withTarget: context) { _ in }
    manager.removeAllActions()
    manager.beginUndoGrouping()
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(manager.groupingLevel == 1)
  }
}
