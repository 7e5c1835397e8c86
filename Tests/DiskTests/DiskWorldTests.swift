import Foundation
import Testing
import YobanFoundation
import YobanTesting
import YobanVirtualTime

/// Tests the disk of a device through an app that writes files.
@Suite struct DiskWorldTests {
  /// An app without callbacks, whose code a test runs by touches.
  private static func definition(_ name: String = "Disk") -> AppDefinition {
    AppDefinition(
      bundleIdentifier: "example.\(name.lowercased())", name: name, infoPlist: InfoPlist()
    ) {}
  }

  /// Returns the content of the app's document; nil if there is none.
  private static func document(_ app: InstalledApp, _ name: String = "file") -> String? {
    let data = Simulation.onHost {
      try? Data(contentsOf: app.container.home.appending(path: "Documents/\(name)"))
    }
    return data.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func path(_ name: String = "file") -> String {
    URL.documentsDirectory.appending(path: name).path
  }

  /// Appends to a file, with `synchronize` called on its descriptor.
  private static func append(
    _ text: String, to name: String = "file", then synchronize: (Int32) -> Void = { _ in }
  ) {
    let file = open(path(name), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    #expect(file >= 0)
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
    synchronize(file)
    close(file)
  }

  private static func synchronizeFolder() {
    let folder = open(URL.documentsDirectory.path, O_RDONLY)
    #expect(fsync(folder) == 0)
    close(folder)
  }

  // MARK: Kills

  /// Writes a value as many apps do, with a flaw: there is a moment without the file.
  private static func replaceBadly(_ text: String) {
    append(text, to: "file.new")
    unlink(path())
    rename(path("file.new"), path())
  }

  @Test(.world()) func `a kill at each call leaves what the calls before it have done (DK1)`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(Self.definition())
    await phone.open(app)
    await phone.touch(app, "first") { Self.append("old") }
    // open, write, close, unlink, rename
    let expected: [(number: Int, file: String?, new: String?)] = [
      (1, "old", nil), (2, "old", ""), (3, "old", "new"), (4, "old", "new"), (5, nil, "new"),
      (6, "new", nil),
    ]
    for row in expected {
      var count = 0
      var path: String?
      world.onSystemCall = { call in
        count += 1
        path = call.path
        return count == row.number ? .kill(.jetsam, .before) : .proceed
      }
      await phone.touch(app, "replace") { Self.replaceBadly("new") }
      #expect(Self.document(app) == row.file)
      #expect(Self.document(app, "file.new") == row.new)
      #expect((app.process == nil) == (row.number < 6))
      if row.number == 4 { #expect(path == "example.disk/Data/Documents/file") }
      world.onSystemCall = nil
      await phone.open(app)
      await phone.touch(app, "restore") {
        unlink(Self.path("file.new"))
        unlink(Self.path())
        Self.append("old")
      }
    }
  }

  @Test(.world()) func `a kill after a call, on a thread of its own, ends the whole process (DK1)`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(Self.definition())
    await phone.open(app)
    world.onSystemCall = { call in
      call.kind == .makeFolder ? .kill(.crash("test"), .after) : .proceed
    }
    await phone.touch(app, "start") {
      Thread.detachNewThread {
        mkdir(Self.path("folder"), 0o700)
        mkdir(Self.path("never"), 0o700)
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 1) { mkdir(Self.path("later"), 0o700) }
    }
    try await world.pass(.seconds(5))
    #expect(app.process == nil)
    let manager = FileManager.default
    let documents = app.container.home.path + "/Documents"
    #expect(
      try Simulation.onHost { try manager.contentsOfDirectory(atPath: documents) } == ["folder"])
  }

  // MARK: Loss

  /// Code of an app, and the content that is left when everything is lost that may be lost: after a loss of power and
  /// after a panic, on an iPhone and on Android.
  static let losses:
    [(
      does: @MainActor @Sendable () -> Void, power: String?, panic: String?, android: String?
    )] = [
      ({ append("a") }, nil, nil, nil),
      ({ append("a") { fsync($0) } }, nil, "a", "a"),
      ({ append("a") { #expect(fcntl($0, F_FULLFSYNC) == 0 || fsync($0) == 0) } }, "a", "a", "a"),
      (
        {
          append("a") { fsync($0) }; append("b")
        }, nil, "a", "a"
      ),
      (
        {
          append("a") { _ = $0 }; sync()
        }, nil, "a", "a"
      ),
      (
        {
          append("old") { if fcntl($0, F_FULLFSYNC) != 0 { fsync($0) } }
          append("new", to: "file.new") { if fcntl($0, F_FULLFSYNC) != 0 { fsync($0) } }
          rename(path("file.new"), path())
        }, "old", "old", "old"
      ),
      (
        {
          append("old") { if fcntl($0, F_FULLFSYNC) != 0 { fsync($0) } }
          append("new", to: "file.new") { fsync($0) }
          rename(path("file.new"), path())
          synchronizeFolder()
        }, "old", "new", "new"
      ),
      (
        {
          append("old") { if fcntl($0, F_FULLFSYNC) != 0 { fsync($0) } }
          unlink(path())
        }, "old", "old", "old"
      ),
      (
        {
          append("old") { if fcntl($0, F_FULLFSYNC) != 0 { fsync($0) } }
          try! Data("new".utf8).write(to: URL(filePath: path()), options: .atomic)
        }, "old", "old", "old"
      ),
      (
        {
          let stream = fopen(path(), "w")!
          fputs("text", stream)
          fflush(stream)
          fsync(fileno(stream))
          fputs("buffered", stream)
        }, nil, "text", "text"
      ),
    ]

  @Test(.world(), arguments: losses.indices)
  func `a loss takes what was not synchronized, as the device's rules say (DK5)`(_ index: Int)
    async throws
  {
    let row = Self.losses[index]
    let world = try World.current
    world.simulatesPowerLoss = true
    let devices: [Device] = [
      try world.addPhone(iOS: 17), try world.addWatch("watch", .watch(watchOS: 10)),
      try world.addAndroidPhone("android", .android(api: 36)),
    ]
    for device in devices {
      let isAndroid = device is AndroidPhone
      for isPanic in [false, true] {
        let app = try device.install(Self.definition())
        await device.open(app)
        await device.touch(app, "write", row.does)
        if isPanic {
          try await device.panic(.keepsNothingPending)
        } else {
          try await device.losePower(.keepsNothingPending)
        }
        #expect(device.isUp)
        #expect(app.process == nil)
        let expected = isAndroid ? row.android : isPanic ? row.panic : row.power
        #expect(Self.document(app) == expected, "\(device.name), panic: \(isPanic)")
        device.delete(app)
      }
    }
  }

  @Test(.world()) func `with everything kept, a loss of power is a reboot (DK1)`() async throws {
    let world = try World.current
    world.simulatesPowerLoss = true
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(Self.definition())
    await phone.open(app)
    await phone.touch(app, "write") { Self.replaceBadly("a") }
    try await phone.losePower(.keepsEverythingPending)
    #expect(Self.document(app) == "a")
    await phone.open(app)
    await phone.touch(app, "write") { Self.replaceBadly("b") }
    try await phone.reboot()
    try await phone.losePower(.keepsNothingPending)
    #expect(Self.document(app) == "b")
  }

  @Test(.world()) func `a jetsam and a force-quit lose nothing, and neither do old writes (DK1)`()
    async throws
  {
    let world = try World.current
    world.simulatesPowerLoss = true
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(Self.definition())
    for kill in 0...1 {
      await phone.open(app)
      await phone.touch(app, "write") { Self.append("\(kill)") }
      if kill == 0 { phone.jetsam(app) } else { await phone.swipeAway(app) }
      #expect(Self.document(app) == (kill == 0 ? "0" : "01"))
    }
    try await world.pass(.seconds(31))
    try await phone.losePower(.keepsNothingPending)
    #expect(Self.document(app) == "01")
  }

  @Test(.world()) func `a device can lose its power inside a call (DK1)`() async throws {
    let world = try World.current
    world.simulatesPowerLoss = true
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(Self.definition())
    let other = try phone.install(Self.definition("Other"))
    await phone.open(other)
    await phone.goHome()
    await phone.open(app)
    world.onSystemCall = {
      $0.kind == .rename ? .losePower(.keepsNothingPending, .before) : .proceed
    }
    await phone.touch(app, "write") {
      Self.append("a", to: "b") { #expect(fcntl($0, F_FULLFSYNC) == 0) }
      rename(Self.path("b"), Self.path())
    }
    #expect(!phone.isUp)
    #expect(app.process == nil && other.process == nil)
    #expect(Self.document(app, "b") == "a")
    try await world.pass(phone.profile.bootDuration + .seconds(1))
    #expect(phone.isUp)
    world.onSystemCall = nil
    await phone.open(app)
    #expect(app.state == .active)
  }

  @Test func `drawn outcomes differ from loss to loss, and are the same in a second run (DK1)`()
    async throws
  {
    @Sendable func outcomes() async throws -> [String] {
      let world = try World(seed: 5)
      return try await world.run {
        world.simulatesPowerLoss = true
        let phone = try world.addPhone("phone", .iPhone(iOS: 17))
        let app = try phone.install(Self.definition())
        var outcomes: [String] = []
        for _ in 0..<12 {
          await phone.open(app)
          await phone.touch(app, "write") {
            for i in 0..<4 { Self.append("\(i)", to: "file\(i)") }
          }
          try await phone.losePower()
          outcomes.append(
            (0..<4).map { Self.document(app, "file\($0)") ?? "-" }.joined(separator: "|"))
          Simulation.onHost {
            for i in 0..<4 { unlink(app.container.home.path + "/Documents/file\(i)") }
          }
        }
        return outcomes
      }
    }
    let first = try await outcomes()
    let second = try await outcomes()
    #expect(first == second)
    #expect(Set(first).count > 3)
    // A name without content survives, because names and content are independent of each other.
    #expect(
      first.contains { $0.split(separator: "|", omittingEmptySubsequences: false).contains("") })
  }

  @Test(.world()) func `losing power needs a world that remembers writes`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    await withKnownIssue { try await phone.losePower() }
    #expect(phone.isUp)
  }

  // MARK: Space and errors

  @Test(.world()) func `a full disk refuses writes until files are deleted (DK8)`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(Self.definition())
    await phone.open(app)
    phone.storage.free = 3 * 4096
    await phone.touch(app, "fill") {
      let file = open(Self.path(), O_WRONLY | O_CREAT | O_APPEND, 0o600)
      let bytes = [UInt8](repeating: 1, count: 10000)
      #expect(write(file, bytes, 10000) == 10000)
      // The file has three blocks, and its last one still has room.
      #expect(write(file, bytes, 10000) == 3 * 4096 - 10000)
      #expect(write(file, bytes, 1) == -1)
      #expect(errno == ENOSPC)
      close(file)
      #expect(throws: CocoaError.self) {
        try Data("a".utf8).write(to: URL(filePath: Self.path("other")))
      }
      let attributes = try? FileManager.default.attributesOfFileSystem(forPath: Self.path())
      let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
      let size = (attributes?[.systemSize] as? NSNumber)?.int64Value
      #expect(free == 0)
      #expect(size == 128_000_000_000)
      unlink(Self.path())
      #expect((try? Data("a".utf8).write(to: URL(filePath: Self.path("other")))) != nil)
    }
    #expect(phone.storage.free == 2 * 4096)
  }

  @Test(.world()) func `a call fails with the errno of the answer`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(Self.definition())
    await phone.open(app)
    world.onSystemCall = { $0.kind == .synchronize ? .fail(EIO) : .proceed }
    await phone.touch(app, "write") {
      Self.append("a") { file in
        #expect(fsync(file) == -1)
        #expect(errno == EIO)
      }
      do {
        try Data("a".utf8).write(to: URL(filePath: Self.path("other")), options: .atomic)
        Issue.record("the write has not failed")
      } catch {
        #expect(((error as? CocoaError)?.underlying as? POSIXError)?.code == .EIO)
      }
    }
    #expect(Self.document(app) == "a")
    #expect(Self.document(app, "other") == nil)
  }

  @Test(.world()) func `defaults are written by the system, so a kill does not come between (DK1)`()
    async throws
  {
    let world = try World.current
    world.simulatesPowerLoss = true
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(Self.definition())
    await phone.open(app)
    world.onSystemCall = { _ in .kill(.jetsam, .before) }
    await phone.touch(app, "set") {
      UserDefaults.standard.set("a", forKey: "key")
      _ = Bundle.main.infoDictionary
    }
    #expect(app.process != nil)
    world.onSystemCall = nil
    try await phone.losePower(.keepsNothingPending)
    await phone.open(app)
    await phone.touch(app, "read") { #expect(UserDefaults.standard.string(forKey: "key") == nil) }
  }
}
