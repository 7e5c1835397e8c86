import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@Suite struct ContainerTests {
  /// Writes and reads like an app: this code does not depend on the simulator.
  private enum Diary {
    static var places: [URL] {
      let files = FileManager.default
      return [
        files.urls(for: .documentDirectory, in: .userDomainMask)[0],
        files.urls(for: .libraryDirectory, in: .userDomainMask)[0],
        files.urls(for: .cachesDirectory, in: .userDomainMask)[0],
        files.temporaryDirectory,
        URL(fileURLWithPath: NSHomeDirectory()),
        URL(fileURLWithPath: NSTemporaryDirectory()),
        URL.temporaryDirectory, URL.homeDirectory,
      ]
    }

    static func write(_ text: String) {
      for place in places { try! Data(text.utf8).write(to: place.appending(path: "diary")) }
      UserDefaults.standard.set(text, forKey: "diary")
    }

    /// The text in each place, preferences last. "-" where there is none.
    static func read() -> String {
      let found = places.map {
        (try? String(contentsOf: $0.appending(path: "diary"), encoding: .utf8)) ?? "-"
      }
      return (found + [UserDefaults.standard.string(forKey: "diary") ?? "-"]).joined(separator: " ")
    }
  }

  private static let app = TestApp()
  private static func everywhere(_ text: String) -> String {
    Array(repeating: text, count: 9).joined(separator: " ")
  }

  private static func write(_ text: String, in app: InstalledApp) async {
    await app.device.touch(app, "write") { Diary.write(text) }
  }
  private static func read(in app: InstalledApp) async {
    await app.device.touch(app, "read") { print(Diary.read()) }
  }

  @Test func `two devices and two apps never share a container`() async throws {
    let world = try World()
    try await world.run {
      let phones = try ["one", "two"].map { try world.addPhone($0, .iPhone(iOS: 17)) }
      var apps: [InstalledApp] = []
      for phone in phones {
        for name in ["A", "B"] { apps.append(try phone.install(TestApp(name: name).definition)) }
      }
      for (i, app) in apps.enumerated() {
        await app.device.open(app)
        await Self.read(in: app)  // Nothing was there before.
        await Self.write("text\(i)", in: app)
      }
      for app in apps {
        await app.device.open(app)
        await Self.read(in: app)
      }
      #expect(Set(apps.map(\.container.home)).count == 4)
    }
    #expect(
      world.output == Array(repeating: Self.everywhere("-"), count: 4)
        + (0..<4).map { Self.everywhere("text\($0)") })
  }

  @Test func `the same app in two worlds at once has two containers`() async throws {
    async let first = withPhone(seed: 1) { phone in
      let app = try phone.install(Self.app.definition)
      await phone.open(app)
      for _ in 0..<50 {
        await Self.write("first", in: app)
        try await sleep(1)
        await Self.read(in: app)
      }
    }
    async let second = withPhone(seed: 1) { phone in
      let app = try phone.install(Self.app.definition)
      await phone.open(app)
      for _ in 0..<50 {
        await Self.write("second", in: app)
        try await sleep(1)
        await Self.read(in: app)
      }
    }
    #expect(Set(try await first.output) == [Self.everywhere("first")])
    #expect(Set(try await second.output) == [Self.everywhere("second")])
  }

  @Test func `files and preferences survive kills, swipes and reboots (L8, L17)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      await phone.open(app)
      await Self.write("kept", in: app)
      phone.jetsam(app)
      await phone.open(app)
      await Self.read(in: app)
      await phone.swipeAway(app)
      await phone.open(app)
      await Self.read(in: app)
      try await phone.reboot()
      await phone.open(app)
      await Self.read(in: app)
    }
    #expect(world.output == Array(repeating: Self.everywhere("kept"), count: 3))
  }

  @Test func `deleting an app deletes all its files, and a new installation starts empty`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      await phone.open(app)
      await Self.write("gone", in: app)
      let home = app.container.home
      #expect(FileManager.default.fileExists(atPath: home.path))
      phone.delete(app)
      #expect(!FileManager.default.fileExists(atPath: home.path))
      #expect(phone.apps.isEmpty)
      let again = try phone.install(Self.app.definition)
      await phone.open(again)
      await Self.read(in: again)
    }
    #expect(world.output == [Self.everywhere("-")])
  }

  @Test func `the system may delete caches and temporary files, nothing else`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      await phone.open(app)
      await Self.write("x", in: app)
      phone.jetsam(app)
      app.container.purgeCaches()
      await phone.open(app)
      await Self.read(in: app)
      await phone.touch(app, "write to caches") { Diary.write("y") }
      await Self.read(in: app)
    }
    // Documents, Library, Caches, tmp, home, tmp, tmp, home; then the preferences.
    #expect(world.output == ["x x - - x - - x x", Self.everywhere("y")])
  }

  @Test func `the end of a world deletes its disks`() async throws {
    let homes = Homes()
    _ = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      await phone.open(app)
      await Self.write("x", in: app)
      homes.all.append(app.container.home)
    }
    #expect(homes.all.count == 1)
    #expect(!homes.all.contains { FileManager.default.fileExists(atPath: $0.path) })
  }

  private final class Homes: @unchecked SimulationConfined { var all: [URL] = [] }

  @Test func `every type of preference is read back as it was set, also in the next launch`()
    async throws
  {
    let app = TestApp().on(.didFinishLaunching) { launch in
      let defaults = UserDefaults.standard
      defaults.register(defaults: ["registered": 5, "int": 1])
      if launch.process.name.hasSuffix("#1") {
        defaults.set(42, forKey: "int")
        defaults.set(2.5, forKey: "double")
        defaults.set(Float(0.25), forKey: "float")
        defaults.set(true, forKey: "bool")
        defaults.set("text", forKey: "string")
        defaults.set(Data([1, 2]), forKey: "data")
        defaults.set(["a", "b"], forKey: "strings")
        defaults.set(["k": 7], forKey: "dictionary")
        defaults.set(Date(timeIntervalSince1970: 1000), forKey: "date")
        defaults.set(URL(string: "https://example.org/x"), forKey: "url")
        defaults.set(1, forKey: "removed")
        defaults.removeObject(forKey: "removed")
      }
      let date = defaults.object(forKey: "date") as? Date
      let parts: [String] = [
        "\(defaults.integer(forKey: "int"))", "\(defaults.double(forKey: "double"))",
        "\(defaults.float(forKey: "float"))", "\(defaults.bool(forKey: "bool"))",
        defaults.string(forKey: "string") ?? "-",
        "\(defaults.data(forKey: "data").map { [UInt8]($0) } ?? [])",
        "\(defaults.stringArray(forKey: "strings") ?? [])",
        "\(defaults.dictionary(forKey: "dictionary")?["k"] as? Int ?? -1)",
        "\(date?.timeIntervalSince1970 ?? -1)",
        "\(defaults.url(forKey: "url")?.absoluteString ?? "-")",
        "\(defaults.object(forKey: "removed") == nil)", "\(defaults.integer(forKey: "registered"))",
        "\(defaults.integer(forKey: "absent")) \(defaults.string(forKey: "absent") ?? "-")",
      ]
      print(parts.joined(separator: " "))
    }
    let world = try await withPhone { phone in
      let app = try phone.install(app.definition)
      await phone.open(app)
      phone.jetsam(app)
      await phone.open(app)
    }
    let expected =
      "42 2.5 0.25 true text [1, 2] [\"a\", \"b\"] 7 1000.0 https://example.org/x true 5 0 -"
    #expect(world.output == [expected, expected])
  }

  /// Foundation finds the bundle of a process in a hash table, in which the bundles of all earlier worlds
  /// stay. Hashes are computed from parts of a path, so they depend on the length of the host's folder.
  @Test(
    .enabled("Skipped: the path of the folder for temporary files is long") {
      FileManager.default.temporaryDirectory.path.count < 16
    }, arguments: ["A", "NightRecorder", "TheRecorderOfAWholeNight"])
  func `the paths of an app in two worlds have different hashes`(name: String) async throws {
    var hashes: Set<Int> = []
    for _ in 0..<20 {
      let world = try World()
      let bundle = try await world.run {
        let phone = try world.addPhone("phone", .iPhone(iOS: 17))
        let app = try phone.install(TestApp(name: name).definition)
        await phone.open(app)
        await phone.touch(app, "bundle") { print(Bundle.main.bundleURL.lastPathComponent) }
        return app.container.home.deletingLastPathComponent().appending(path: "\(name).app")
      }
      #expect(world.output == ["\(name).app"])
      hashes.insert(NSURL(fileURLWithPath: bundle.path, isDirectory: true).hash)
    }
    #expect(hashes.count == 20)
  }
}
