import Foundation

/// The accessory that a session selected, stored so that it outlasts the process.
public struct RememberedAccessory: Codable, Hashable, Sendable {
  public var identifier: AccessoryIdentifier
  public var name: String?
  /// The time of its last connection, by the wall clock.
  public var lastConnected: Date

  public init(identifier: AccessoryIdentifier, name: String? = nil, lastConnected: Date) {
    self.identifier = identifier
    self.name = name
    self.lastConnected = lastConnected
  }
}

/// A store for the identity of the selected accessory, so that the next launch need not scan.
@MainActor
public protocol AccessoryMemory {
  /// Returns the stored accessory, or nil when no accessory was selected yet. Called at each start.
  func load() throws -> RememberedAccessory?

  /// Stores the accessory, or nil when it is forgotten. Called whenever a connection begins or
  /// ends.
  func save(_ accessory: RememberedAccessory?) throws
}

/// An accessory memory in a file in Application Support.
public struct AccessoryFile: AccessoryMemory {
  private let file: StateFile<RememberedAccessory>

  /// - Parameter name: the name of the session; each session has its own file.
  public nonisolated init(name: String) { file = StateFile("bluetooth", name) }

  public func load() throws -> RememberedAccessory? { try file.load() }

  public func save(_ accessory: RememberedAccessory?) throws { try file.save(accessory) }
}
