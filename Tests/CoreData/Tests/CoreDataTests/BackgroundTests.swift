import CoreData
import Testing
import UIKit
import YobanTesting

/// An app that counts the seconds of a recording, and saves them now and then.
class RecorderDelegate: StoreDelegate {
  private var counted = 0

  override func started() {
    each(second: { [self] in
      counted += 1
      _ = container.viewContext.insert("Sample", ["value": Double(counted)])
      if counted % 10 == 0 { try? container.viewContext.save() }
    })
  }

  override func applicationDidEnterBackground(_ application: UIApplication) {
    task = application.beginBackgroundTask {}
  }
}

/// The same app, which uses its context on another queue.
final class CarelessDelegate: RecorderDelegate {
  override func started() {
    DispatchQueue.global().async { [container] in _ = try? container.viewContext.names() }
    super.started()
  }
}

/// An app that saves although it has no store.
final class StorelessDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    let container = NSPersistentContainer(name: "Nights", managedObjectModel: Models.nights())
    container.loadPersistentStores { _, _ in }
    _ = container.viewContext.insert("Sample", ["value": 1.0])
    try? container.viewContext.save()
    let url = container.persistentStoreDescriptions[0].url!
    let files = FileManager.default
    print((try? files.attributesOfItem(atPath: url.path))?[.protectionKey] ?? "none")
    let log = (try? files.attributesOfItem(atPath: url.path + "-wal"))?[.size] as? Int ?? 0
    print("the log has bytes: \(log > 0)")
    return true
  }
}

/// What happens to a store in the background of a device.
@Suite struct BackgroundTests {
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
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(.delegate(CarelessDelegate.self), infoPlist: InfoPlist())
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

  @Test(.world())
  func `the files have the class of the first unlock, and a write-ahead log (CD3, CD5)`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(.delegate(StorelessDelegate.self), infoPlist: InfoPlist())
    await phone.open(app)
    #expect(
      app.log.texts == [
        "\(FileProtectionType.completeUntilFirstUserAuthentication)", "the log has bytes: true",
      ])
  }

  @Test(.world()) func `a save without a store ends the app, and says why (CD4)`() async throws {
    let world = try World.current
    let phone = try world.addPhone { $0.lifecycle.prewarmingLaunches = true }
    phone.hasPasscode = true
    let app = try phone.install(.delegate(StorelessDelegate.self), infoPlist: InfoPlist())
    await phone.open(app)
    try await phone.reboot()
    phone.prewarm(app)
    try await world.pass(.seconds(5))
    let end = "\(app.terminations.last as Any)"
    #expect(end.contains("has no persistent stores (device locked)"), "\(end)")
  }
}
