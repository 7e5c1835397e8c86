import Foundation
import Testing

/// The import law: a module imports what its manifest names as a dependency, and nothing else. SwiftPM does not
/// check this, because all modules of a build share a folder. The manifests thus define the architecture;
/// ARCHITECTURE.md shows it as a diagram.
@Suite struct ImportLaw {
  /// Modules that compute and know nothing of the host.
  private static let withoutFoundation: Set = [
    "ClockOffsets", "Curves", "ParquetWriter", "Varints", "YobanPlatformProfiles",
    "YobanTextLayout",
  ]

  /// The other modules of the toolchain, and who may import them besides the tests.
  private static let toolchain: [String: Set<String>] = [
    // Android's C library, which Foundation does not export there.
    "Android": ["Yoban", "YobanAndroidJNI"],
    "Dispatch": ["CollectorMQTT", "CollectorPostgres", "Yoban", "os"],
    "FoundationEssentials": ["Chunks", "CollectorContract"],
    "FoundationNetworking": ["Collector", "TestPrograms", "Yoban", "YobanFoundation"],
    "FoundationXML": ["CoreData", "ObjectStore", "YobanFoundation", "YobanXcodeFiles"],
    "Glibc": ["CommonCrypto", "CoreData", "YobanSimulatedDevices", "YobanVirtualTime", "os"],
    "Observation": ["SwiftData", "SwiftUI", "YobanNightApp", "YobanNightWatchApp"],
    "PackagePlugin": ["YobanPort"],
    // The reflection of the standard library.
    "Swift": ["SwiftUI"],
    "Synchronization": [
      "Collector", "CollectorMQTT", "CollectorPostgres", "CollectorSQL", "ObjectStore",
      "TestPrograms",
      "YobanAndroidJNI", "YobanFoundation", "YobanNight", "YobanSimulatedDevices", "YobanTesting",
      "YobanVirtualTime", "os",
    ],
    "System": ["TestPrograms"],
    "Testing": ["TestPrograms", "YobanScriptedApp", "YobanTesting"],
    "_Concurrency": ["YobanVirtualTime"],
    // Apple's systems have it; on Linux, CYobanCrypto is in its place.
    "CryptoKit": ["Chunks"],
    // Only tests that also compile on a Mac.
    "Darwin": [],
  ]

  @Test(arguments: [".", "Collector", "Port", "Android/swift"])
  func `a module imports only what its manifest names`(_ package: String) throws {
    let targets = try Manifest(of: package).targets.filter { $0.type != "system" }
    var files = 0
    for target in targets {
      for file in try target.files(in: package) {
        files += 1
        for name in try file.imports(onAndroid: package.hasPrefix("Android"))
        where !target.names(name) && !Self.isAllowed(name, in: target) {
          Issue.record("\(file.path) imports \(name), which is no dependency of \(target.name)")
        }
      }
    }
    #expect(files > targets.count)
  }

  private static func isAllowed(_ module: String, in target: Manifest.Target) -> Bool {
    if module == "Foundation" { return !withoutFoundation.contains(target.name) }
    return toolchain[module].map { $0.contains(target.name) || target.type == "test" } ?? false
  }

  /// What a user writes needs no other module of ours. The template, the tutorial and the apps with Xcode projects
  /// are not targets of this package.
  @Test
  func
    `what stands in for a user's code imports Apple's names, and of ours only the products for it`()
    throws
  {
    let ours: Set = [
      "Yoban", "YobanAndroid", "YobanAndroidComponents", "YobanTesting", "AndroidFramework",
    ]
    let files = try ["Examples", "Tests/Projects", "Sources/YobanTesting/YobanTesting.docc"]
      .flatMap { try Tree.files(under: $0, ["swift"]) }
    #expect(files.count > 50)
    for file in files {
      for name in try file.imports() where name.hasPrefix("Yoban") || name.hasPrefix("CYoban") {
        #expect(ours.contains(name), "\(file.path) imports \(name)")
      }
    }
  }
}

/// A package as its manifest describes it.
private struct Manifest: Decodable {
  struct Target: Decodable {
    var name: String
    var type: String
    var path: String?
    var exclude: [String]
    /// For each dependency one entry: its kind, and a list that begins with its name.
    var dependencies: [[String: [Entry?]]]

    /// A name, or a condition, which is not read.
    struct Entry: Decodable {
      var name: String?
      init(from decoder: any Decoder) throws {
        name = try? decoder.singleValueContainer().decode(String.self)
      }
    }

    /// The module of the target `yoban-port-tool` is `yoban_port_tool`.
    func names(_ module: String) -> Bool {
      dependencies.contains { dependency in
        dependency.values.contains { $0.first??.name?.replacing("-", with: "_") == module }
      }
    }

    func files(in package: String) throws -> [Tree.File] {
      let kinds = ["test": "Tests", "plugin": "Plugins"]
      let folder =
        (package == "." ? "" : "\(package)/") + (path ?? "\(kinds[type] ?? "Sources")/\(name)")
      let excluded = (exclude + ["\(name).docc"]).map { "\(folder)/\($0)" }
      return try Tree.files(under: folder, ["swift"]).filter { file in
        !excluded.contains { file.path == $0 || file.path.hasPrefix("\($0)/") }
      }
    }
  }

  var targets: [Target]

  init(of package: String) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let swift = Process()
    let output = Pipe()
    swift.executableURL = URL(filePath: "/usr/bin/env")
    swift.arguments = [
      "swift", "package", "dump-package", "--package-path", package, "--scratch-path", scratch.path,
    ]
    swift.currentDirectoryURL = Tree.root
    swift.standardOutput = output
    try swift.run()
    let json = output.fileHandleForReading.readDataToEndOfFile()
    swift.waitUntilExit()
    self = try JSONDecoder().decode(Self.self, from: json)
  }
}

extension Tree.File {
  /// The modules that the file imports.
  /// - Parameter isAndroid: whether the lines that are compiled only for a real Android phone count, or those that are
  ///   not.
  fileprivate func imports(onAndroid isAndroid: Bool = false) throws -> Set<String> {
    var found: Set<String> = []
    // Whether the lines of each `#if` around this line count; nil for another condition, of which all lines count.
    var conditions: [Bool?] = []
    // Programs in other languages, in texts of several lines, import their own modules.
    var isText = false
    for line in try lines() {
      if line.components(separatedBy: "\"\"\"").count % 2 == 0 { isText.toggle() }
      switch line.split(separator: " ").prefix(2).joined(separator: " ") {
      case "#if YOBAN_ANDROID": conditions.append(isAndroid)
      case "#if !YOBAN_ANDROID": conditions.append(!isAndroid)
      case let word where word.hasPrefix("#if"): conditions.append(nil)
      case let word where word.hasPrefix("#else"):
        if let last = conditions.popLast() { conditions.append(last.map { !$0 }) }
      case "#endif": _ = conditions.popLast()
      default: break
      }
      guard !conditions.contains(false) else { continue }
      if !isText, let name = Self.importedModule(line) { found.insert(name) }
    }
    return found
  }

  /// Returns the module that a line imports; nil if the line is not an import.
  private static func importedModule(_ line: String) -> String? {
    var words = line.split(separator: " ").map(String.init)
    while let first = words.first,
      first.hasPrefix("@") || ["internal", "public", "package", "private"].contains(first)
    {
      words.removeFirst()
    }
    guard words.first == "import", words.count >= 2 else { return nil }
    let kinds = ["class", "struct", "enum", "func", "protocol", "typealias", "let", "var"]
    let name = kinds.contains(words[1]) ? words.dropFirst(2).first : words[1]
    return name.map { String($0.prefix { $0 != "." }) }
  }
}
