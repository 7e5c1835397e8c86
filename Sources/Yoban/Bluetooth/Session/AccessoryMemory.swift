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
  private let file: StateFile<RememberedAccessory>

  /// - Parameter name: of the session; each session has a file of its own.
  public nonisolated init(name: String) { file = StateFile("bluetooth", name) }

  public func load() throws -> RememberedAccessory? { try file.load() }

  public func save(_ accessory: RememberedAccessory?) throws { try file.save(accessory) }
}
