import Foundation

/// The accessory that a session took, as it outlasts the process.
public struct RememberedAccessory: Codable, Hashable, Sendable {
  public var identifier: AccessoryIdentifier
  public var name: String?
  /// When it was connected last, by the wall clock.
  public var lastConnected: Date

  public init(identifier: AccessoryIdentifier, name: String? = nil, lastConnected: Date) {
    self.identifier = identifier
    self.name = name
    self.lastConnected = lastConnected
  }
}

/// Where a session keeps which accessory it took, so that the next launch need not scan.
@MainActor
public protocol AccessoryMemory {
  /// Nil when no accessory was taken yet. Called with each start.
  func load() throws -> RememberedAccessory?

  /// Nil when the accessory is forgotten. Called whenever a link begins or ends.
  func save(_ accessory: RememberedAccessory?) throws
}

/// A file in Application Support.
public struct AccessoryFile: AccessoryMemory {
  private let name: String

  /// - Parameter name: of the session; each session has a file of its own.
  public nonisolated init(name: String) {
    self.name = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "session"
  }

  public func load() throws -> RememberedAccessory? {
    let file = try file()
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(RememberedAccessory.self, from: Data(contentsOf: file))
  }

  public func save(_ accessory: RememberedAccessory?) throws {
    let file = try file()
    if let accessory {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(accessory).write(to: file, options: .atomic)
    } else if FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.removeItem(at: file)
    }
  }

  private func file() throws -> URL {
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    return support.appending(path: "Yoban/bluetooth/\(name).json")
  }
}
