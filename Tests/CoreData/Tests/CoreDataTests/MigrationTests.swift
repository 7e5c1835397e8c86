import CoreData
import Foundation
import Testing
import UIKit
import YobanTesting

/// An app that writes an entry in each launch, and prints what it has.
final class LogDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    let container = NSPersistentContainer(name: "Log")
    container.loadPersistentStores { _, error in
      if let error = error as NSError? { print("error \(error.code)") }
    }
    let context = container.viewContext
    let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    let isNew =
      container.managedObjectModel.entitiesByName["Entry"]?.attributesByName["note"] != nil
    let entry = NSEntityDescription.insertNewObject(forEntityName: "Entry", into: context)
    let count = (try? context.count(for: request)) ?? 0
    entry.setValue(count, forKey: "number")
    entry.setValue("entry \(count)", forKey: isNew ? "note" : "text")
    try? context.save()
    let texts = (try? context.fetch(request))?.map { entry in
      let text = entry.value(forKey: isNew ? "note" : "text") as? String ?? "none"
      return isNew ? "\(text) \(entry.value(forKey: "done") as? Bool ?? false)" : text
    }
    print(texts ?? [])
    return true
  }
}

@Suite struct MigrationTests {
  /// The model as an app's bundle has it.
  private func resources(_ version: Int) -> BundleResources {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Models")
    let model = folder.appending(path: "Log.xcdatamodeld")
    var files = ["Log.momd/.xccurrentversion": folder.appending(path: "current-V\(version).plist")]
    for number in 1...version {
      files["Log.momd/V\(number).mom/contents"] = model.appending(
        path: "V\(number).xcdatamodel/contents")
    }
    return BundleResources(files)
  }

  private func install(_ world: World) throws -> (Phone, InstalledApp) {
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(
      .delegate(LogDelegate.self), infoPlist: InfoPlist(), resources: resources(1))
    return (phone, app)
  }

  @Test(.world()) func `an update of the app migrates its store (CD8)`() async throws {
    let world = try World.current
    let (phone, app) = try install(world)
    await phone.open(app)
    phone.jetsam(app)
    try phone.update(app, to: .delegate(LogDelegate.self), resources: resources(2))
    await phone.open(app)
    #expect(
      app.log.texts == [#"["entry 1"]"#, #"["entry 1 true", "entry 2 true"]"#])
  }

  @Test func `a store of another model is an error without a migration (CD8)`()
    throws
  {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
    let old = NSPersistentStoreCoordinator(managedObjectModel: Models.nights())
    try old.addPersistentStore(type: .sqlite, at: url)
    let model = Models.nights {
      $0.properties.append(Models.attribute("new", .stringAttributeType))
    }
    let new = NSPersistentStoreCoordinator(managedObjectModel: model)
    let error = #expect(throws: NSError.self) { try new.addPersistentStore(type: .sqlite, at: url) }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    let options = [NSMigratePersistentStoresAutomaticallyOption: true]
    let second = #expect(throws: NSError.self) {
      try new.addPersistentStore(type: .sqlite, at: url, options: options)
    }
    #expect(second?.code == NSMigrationMissingSourceModelError, "no bundle has the old model")
  }

  @Test func `a store that has its model in it is migrated without a bundle`()
    throws
  {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
    let old = try Models.container(at: url)
    let context = old.viewContext
    let night = context.insert("Night", ["name": "a", "count": 3])
    night.setValue(Set([context.insert("Sample", ["value": 2.0])]), forKey: "samples")
    night.setValue(Set([context.insert("Tag", ["word": "w"])]), forKey: "tags")
    try context.save()
    let coordinator = old.persistentStoreCoordinator
    for store in coordinator.persistentStores { try coordinator.remove(store) }

    let model = Models.nights {
      $0.properties.append(Models.attribute("new", .stringAttributeType, default: "x"))
    }
    let new = NSPersistentStoreCoordinator(managedObjectModel: model)
    try new.addPersistentStore(
      type: .sqlite, at: url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true, "YobanUsesStoredModel": true,
      ])
    let after = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    after.persistentStoreCoordinator = new
    let found = try #require(
      try after.fetch(NSFetchRequest<NSManagedObject>(entityName: "Night")).first)
    #expect(found.value(forKey: "new") as? String == "x")
    #expect(found.value(forKey: "count") as? Int == 3)
    #expect(found.mutableSetValue(forKey: "samples").count == 1)
    #expect(found.mutableSetValue(forKey: "tags").count == 1)
  }

  /// A kill before each call on a file in the launch that migrates.
  @Test(.timeLimit(.minutes(5)))
  func `a kill at any call of a migration leaves the old entries or migrates them (CD9)`()
    async throws
  {
    var call = 1
    while true {
      let happened = try await play(killingAt: call)
      guard happened else { break }
      call += call < 20 ? 1 : 7
    }
    #expect(call > 20)
  }

  /// - Returns: whether there was such a call.
  private func play(killingAt call: Int) async throws -> Bool {
    try await withWorld { world in
      let (phone, app) = try install(world)
      await phone.open(app)
      phone.jetsam(app)
      try phone.update(app, to: .delegate(LogDelegate.self), resources: resources(2))
      nonisolated(unsafe) var calls = 0
      world.onSystemCall = { _ in
        calls += 1
        return calls == call ? .kill(.jetsam, .before) : .proceed
      }
      await phone.open(app)
      world.onSystemCall = nil
      if app.state == .notRunning { await phone.open(app) }
      let first = app.log.texts.last ?? ""
      #expect(first.hasPrefix(#"["entry 1 true", "entry "#), "call \(call): \(first)")
      return calls >= call
    }
  }
}
