import Testing
import UIKit
import YobanTesting

/// The files and preferences of an app.
@Suite struct ContainerTests {
  /// Writes and reads in all places where an app may keep something.
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

  private static func app(_ name: String = "App") -> AppFixture {
    var app = AppFixture()
    app.name = name
    app.bundleIdentifier = "example.\(name)"
    return app
  }
  private static func everywhere(_ text: String) -> String {
    Array(repeating: text, count: 9).joined(separator: " ")
  }

  private static func write(_ text: String, in app: InstalledApp) async {
    await app.device.touch(app, "write") { Diary.write(text) }
  }
  private static func read(in app: InstalledApp) async {
    await app.device.touch(app, "read") { print(Diary.read()) }
  }

  @Test(.world()) func `two devices and two apps never share a container`() async throws {
    let world = try World.current
    let phones = try ["one", "two"].map { try world.addPhone($0) }
    var apps: [InstalledApp] = []
    for phone in phones {
      for name in ["A", "B"] { apps.append(try phone.install(Self.app(name))) }
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
    #expect(
      world.log.texts == Array(repeating: Self.everywhere("-"), count: 4)
        + (0..<4).map { Self.everywhere("text\($0)") })
  }

  @Test func `the same app in two worlds at once has two containers`() async throws {
    @Sendable func lines(_ text: String) async throws -> Set<String> {
      try await withWorld { world in
        let f = try await startApp(Self.app())
        for _ in 0..<50 {
          await Self.write(text, in: f.app)
          try await world.pass(.seconds(1))
          await Self.read(in: f.app)
        }
        return Set(f.app.log.texts)
      }
    }
    async let first = lines("first")
    async let second = lines("second")
    #expect(try await first == [Self.everywhere("first")])
    #expect(try await second == [Self.everywhere("second")])
  }

  @Test(.world()) func `files and preferences survive kills, swipes and reboots (L8, L17)`()
    async throws
  {
    let f = try await startApp(Self.app())
    await Self.write("kept", in: f.app)
    f.phone.jetsam(f.app)
    await f.phone.open(f.app)
    await Self.read(in: f.app)
    await f.phone.swipeAway(f.app)
    await f.phone.open(f.app)
    await Self.read(in: f.app)
    try await f.phone.reboot()
    await f.phone.open(f.app)
    await Self.read(in: f.app)
    #expect(f.app.log.texts == Array(repeating: Self.everywhere("kept"), count: 3))
  }

  @Test(.world())
  func `deleting an app deletes all its files, and a new installation starts empty`() async throws {
    let f = try await startApp(Self.app())
    await Self.write("gone", in: f.app)
    let home = f.app.container.home
    #expect(FileManager.default.fileExists(atPath: home.path))
    f.phone.delete(f.app)
    #expect(!FileManager.default.fileExists(atPath: home.path))
    #expect(f.phone.apps.isEmpty)
    let again = try f.phone.install(Self.app())
    await f.phone.open(again)
    await Self.read(in: again)
    #expect(f.world.log.texts == [Self.everywhere("-")])
  }

  @Test func `the end of a world deletes its disks`() async throws {
    let home = try await withWorld { _ in
      let f = try await startApp(Self.app())
      await Self.write("x", in: f.app)
      #expect(FileManager.default.fileExists(atPath: f.app.container.home.path))
      return f.app.container.home
    }
    #expect(!FileManager.default.fileExists(atPath: home.path))
  }

  @Test(.world())
  func `every type of preference is read back as it was set, also in the next launch`() async throws
  {
    let f = try await startApp(
      AppFixture { _ in
        let defaults = UserDefaults.standard
        defaults.register(defaults: ["registered": 5, "int": 1])
        if defaults.object(forKey: "double") == nil {
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
        print(
          defaults.integer(forKey: "int"), defaults.double(forKey: "double"),
          defaults.float(forKey: "float"), defaults.bool(forKey: "bool"),
          defaults.string(forKey: "string") ?? "-",
          defaults.data(forKey: "data").map { [UInt8]($0) } ?? [],
          defaults.stringArray(forKey: "strings") ?? [],
          defaults.dictionary(forKey: "dictionary")?["k"] as? Int ?? -1,
          date?.timeIntervalSince1970 ?? -1, defaults.url(forKey: "url")?.absoluteString ?? "-",
          defaults.object(forKey: "removed") == nil, defaults.integer(forKey: "registered"),
          defaults.integer(forKey: "absent"), defaults.string(forKey: "absent") ?? "-")
      })
    f.phone.jetsam(f.app)
    await f.phone.open(f.app)
    let expected =
      "42 2.5 0.25 true text [1, 2] [\"a\", \"b\"] 7 1000.0 https://example.org/x true 5 0 -"
    #expect(f.app.log.texts == [expected, expected])
  }

  @Test(.world()) func `the folders of URL are in the app's container`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let home = URL.homeDirectory.path
        let folders: [(URL, FileManager.SearchPathDirectory, String)] = [
          (.documentsDirectory, .documentDirectory, "Documents"),
          (.libraryDirectory, .libraryDirectory, "Library"),
          (.cachesDirectory, .cachesDirectory, "Library/Caches"),
          (
            .applicationSupportDirectory, .applicationSupportDirectory,
            "Library/Application Support"
          ),
          (.downloadsDirectory, .downloadsDirectory, "Downloads"),
          (.desktopDirectory, .desktopDirectory, "Desktop"),
          (.moviesDirectory, .moviesDirectory, "Movies"),
          (.musicDirectory, .musicDirectory, "Music"),
          (.picturesDirectory, .picturesDirectory, "Pictures"),
        ]
        for (url, directory, name) in folders {
          print(
            url == FileManager.default.urls(for: directory, in: .userDomainMask)[0],
            url.path == "\(home)/\(name)")
        }
        print(URL.temporaryDirectory.path == "\(home)/tmp")
      })
    #expect(fixture.app.container.home.path.hasSuffix("/Data"))
    #expect(fixture.world.log.texts == Array(repeating: "true true", count: 9) + ["true"])
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
      let bundle = try await withWorld { _ in
        let f = try await startApp(Self.app(name))
        await f.touch { print(Bundle.main.bundleURL.lastPathComponent) }
        #expect(f.app.log.texts == ["\(name).app"])
        return f.app.container.home.deletingLastPathComponent().appending(path: "\(name).app")
      }
      hashes.insert(NSURL(fileURLWithPath: bundle.path, isDirectory: true).hash)
    }
    #expect(hashes.count == 20)
  }
}
