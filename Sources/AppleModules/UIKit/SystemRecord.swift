internal import YobanSimulatedApple
internal import YobanVirtualTime

/// An identifier that the system stores for an app, outside the app's own container. It is kept
/// while the app is installed.
struct SystemRecord {
  private let file: URL

  init(_ name: String, of app: InstalledApp) {
    file = app.container.home.deletingLastPathComponent().appending(path: name)
  }

  func read() -> UUID? {
    (try? String(contentsOf: file, encoding: .utf8)).flatMap { UUID(uuidString: $0) }
  }

  /// Returns the stored identifier, or stores a new one.
  func readOrMake(_ app: InstalledApp) -> UUID {
    if let known = read() { return known }
    let world = app.device.world
    let name = "\(app.device.name)/\(app.definition.bundleIdentifier)/\(file.lastPathComponent)"
    var random = RandomStream(seed: world.simulation.seed, name: "\(name)/\(world.now.nanoseconds)")
    let bytes = (0..<2).flatMap { _ in withUnsafeBytes(of: random.next().bigEndian, Array.init) }
    let identifier = UUID(version4: bytes)
    write(identifier)
    return identifier
  }

  func write(_ identifier: UUID) {
    Simulation.onHost {
      try? identifier.uuidString.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}

/// Determines `UIDevice.identifierForVendor`.
enum VendorIdentifier {
  static func of(_ caller: InstalledApp) -> UUID {
    let app = caller.host ?? caller
    let own = SystemRecord("IdentifierForVendor", of: app)
    if let known = own.read() { return known }
    let siblings = app.device.apps.filter { vendor($0) == vendor(app) }
    let identifier = siblings.lazy.compactMap { SystemRecord("IdentifierForVendor", of: $0).read() }
      .first
    guard let identifier else { return own.readOrMake(app) }
    own.write(identifier)
    return identifier
  }

  private static func vendor(_ app: InstalledApp) -> Substring {
    let identifier = app.definition.bundleIdentifier
    return identifier.lastIndex(of: ".").map { identifier[..<$0] } ?? identifier[...]
  }
}
