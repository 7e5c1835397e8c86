import CoreData
import Testing
import UIKit
import YobanTesting

/// An app that counts the seconds of a recording, and saves them now and then.
final class RecorderDelegate: UIResponder, UIApplicationDelegate {
  nonisolated(unsafe) static var saveEvery = 10
  nonisolated(unsafe) static var usesWrongQueue = false
  private var container: NSPersistentContainer!
  private var task = UIBackgroundTaskIdentifier.invalid

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    container = NSPersistentContainer(name: "Nights", managedObjectModel: Models.nights())
    container.loadPersistentStores { _, error in
      if let error = error as NSError? {
        print("not loaded: \(error.code) \(error.userInfo[NSSQLiteErrorDomain] ?? "")")
      }
    }
    guard !container.persistentStoreCoordinator.persistentStores.isEmpty else { return true }
    let count =
      (try? container.viewContext.count(for: NSFetchRequest<NSManagedObject>(entityName: "Sample")))
      ?? -1
    print("has \(count)")
    if Self.usesWrongQueue {
      DispatchQueue.global().async { [container] in _ = try? container!.viewContext.names() }
    }
    let counter = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [self] _ in
      MainActor.assumeIsolated { count1() }
    }
    RunLoop.main.add(counter, forMode: .common)
    return true
  }

  private var counted = 0
  private func count1() {
    counted += 1
    _ = container.viewContext.insert("Sample", ["value": Double(counted)])
    if counted % Self.saveEvery == 0 { try? container.viewContext.save() }
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    task = application.beginBackgroundTask {}
  }
}

/// What happens to a store in the background of a device.
@Suite(.serialized) struct BackgroundTests {
  private func phone(_ world: World) throws -> (Phone, InstalledApp) {
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(.delegate(RecorderDelegate.self), infoPlist: InfoPlist())
    return (phone, app)
  }

  @Test(.world()) func `a kill takes what was not saved, and says so (CD1)`() async throws {
    let world = try World.current
    let (phone, app) = try phone(world)
    await phone.open(app)
    try await world.pass(.seconds(25.5))
    phone.jetsam(app)
    #expect(world.findings.map(\.name) == ["coredata.unsaved"])
    #expect(world.findings.first?.what.contains("5 managed objects") == true)
    await phone.open(app)
    #expect(app.log.texts == ["has 0", "has 20"])
  }

  @Test(.world()) func `a use outside of the queue is a finding, and works (CD7)`() async throws {
    RecorderDelegate.usesWrongQueue = true
    defer { RecorderDelegate.usesWrongQueue = false }
    let world = try World.current
    let (phone, app) = try phone(world)
    await phone.open(app)
    try await world.pass(.seconds(1))
    #expect(world.findings.map(\.name) == ["coredata.wrong-queue"])
    #expect(app.state == .active)
  }

  @Test(.world())
  func `a store cannot be opened before the first unlock (CD2)`() async throws {
    let world = try World.current
    let phone = try world.addPhone { $0.lifecycle.prewarmingLaunches = true }
    phone.hasPasscode = true
    let app = try phone.install(.delegate(RecorderDelegate.self), infoPlist: InfoPlist())
    await phone.open(app)
    try await world.pass(.seconds(15))
    try await phone.reboot()
    phone.prewarm(app)
    try await world.pass(.seconds(5))
    #expect(app.log.texts == ["has 0", "not loaded: 256 23"])
  }
}
