import Testing
import UIKit
import YobanTesting

/// An app that appends what its user does to a file.
///
/// The faulty app uses a function that cannot report an error: on a full disk it raises an exception. The
/// mended app keeps the events in memory and tries again.
private final class EventsApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant
  private var waiting: [Data] = []

  init(_ variant: Variant) { self.variant = variant }

  func applicationDidBecomeActive(_ application: UIApplication) { store() }

  /// The user buys something.
  func buy() {
    waiting.append(Data(count: 6_000))
    store()
  }

  private func store() {
    guard !waiting.isEmpty else { return }
    let file = URL.documentsDirectory.appending(path: "events")
    do {
      if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      let end = try handle.seekToEnd()
      do {
        for event in waiting { try handle.write(contentsOf: event) }
      } catch {
        // FileHandle's write(_:) raises an exception on a device. A trap of Swift would end the test.
        if variant == .faulty {
          print("*** Terminating app due to uncaught exception: write(_:): No space left on device")
          exit(1)
        }
        // A part of an event may have been written.
        try handle.truncate(atOffset: end)
        throw error
      }
      waiting = []
      print("stored")
    } catch { print("not stored:", (error as NSError).code) }
  }
}

extension KnownBug {
  static let noSpaceLeft = KnownBug(
    name: "NoSpaceLeft", thread: "https://github.com/urbanairship/ios-library/issues/315",
    clue: "No space left on device",
    property: .always("the app does not crash") { stage in
      !stage.hasCrashed
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          EventsApp(variant)
        }, infoPlist: InfoPlist(["CFBundleName": "NoSpaceLeft"]))
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      for _ in 1...3 {
        try await stage.world.pass(.minutes(1))
        await stage.phone.touch(stage.app, "buy") { (app: EventsApp) in app.buy() }
      }
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(10))
    })
}

@Suite struct NoSpaceLeftTests {
  @Test func `a full disk ends the faulty app, and the mended app stores its events later`()
    async throws
  {
    try await expectShown(.noSpaceLeft) { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "buy") { (app: EventsApp) in app.buy() }
      // The file of 6000 bytes has two blocks, and this event fills the second one and needs another.
      stage.phone.storage.free = 0
      await stage.phone.touch(stage.app, "buy") { (app: EventsApp) in app.buy() }
      stage.phone.storage.free = 1_000_000
      await stage.phone.goHome()
      await stage.phone.open(stage.app)
      if stage.app.launches.count == 1 { #expect(stage.file("Documents/events")?.count == 12_000) }
    }
  }

  @Test func `both forms store the events when nothing goes wrong`() async throws {
    try await expectQuiet(.noSpaceLeft, prints: "stored")
  }
}
