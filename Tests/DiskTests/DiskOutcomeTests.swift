import Foundation
import Testing
import YobanFoundation
import YobanTesting
import YobanVirtualTime

/// Tests single outcomes of the disk of a device.
@Suite struct DiskOutcomeTests {
  private static let definition = AppDefinition(
    bundleIdentifier: "example.disk", name: "Disk", infoPlist: InfoPlist()
  ) {}

  @Test(.world()) func `a name can survive a loss of power without the content of its file (DK4)`()
    async throws
  {
    let world = try World.current
    world.simulatesPowerLoss = true
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(Self.definition)
    await phone.open(app)
    await phone.touch(app, "write") {
      let folder = URL.documentsDirectory
      try? Data("text".utf8).write(to: folder.appending(path: "new"))
      rename(folder.appending(path: "new").path, folder.appending(path: "file").path)
    }
    try await phone.losePower(.keepsOnlyNamesPending)
    let documents = app.container.home.appending(path: "Documents")
    let (names, content) = try Simulation.onHost {
      (
        try FileManager.default.contentsOfDirectory(atPath: documents.path),
        try Data(contentsOf: documents.appending(path: "file"))
      )
    }
    #expect(names == ["file"])
    #expect(content.isEmpty)
  }

  @Test(.world()) func `what the system stores needs no free space (DK8)`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(Self.definition)
    await phone.open(app)
    phone.storage.free = 0
    await phone.touch(app, "set") { UserDefaults.standard.set("a", forKey: "key") }
    #expect(phone.storage.free == 0)
    // Without the list on the disk, the value would be lost with the power of the device.
    try await phone.reboot()
    await phone.open(app)
    await phone.touch(app, "read") { #expect(UserDefaults.standard.string(forKey: "key") == "a") }
  }

  @Test(.world(), arguments: [false, true])
  func `a kill in a call ends an Android app, whose process nothing else holds (DK1)`(stops: Bool)
    async throws
  {
    let world = try World.current
    let phone = try world.addAndroidPhone("pixel", .android(api: 36))
    let app = try phone.install(Self.definition)
    await phone.open(app)
    world.onSystemCall = { call in
      guard call.kind == .write else { return .proceed }
      guard stops else { return .kill(.jetsam, .before) }
      phone.forceStop(app)
      return .proceed
    }
    await phone.touch(app, "write") {
      try? Data("text".utf8).write(to: URL.documentsDirectory.appending(path: "file"))
    }
    #expect(app.process == nil)
    let file = app.container.home.appending(path: "Documents/file")
    #expect(try Simulation.onHost { try Data(contentsOf: file) }.isEmpty)
  }
}
