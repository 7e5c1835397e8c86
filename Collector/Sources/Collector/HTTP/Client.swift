import NIOCore

/// The client of a request that is being answered.
package enum Client {
  /// Set while a request is handled.
  @TaskLocal static var connection: (any Channel)?

  /// Whether the client still has its connection, if there is one.
  package static var isConnected: Bool { current.isOpen }

  /// The connection of a client, for others than its own task.
  struct Connection: Sendable {
    fileprivate let channel: (any Channel)?

    var isOpen: Bool { channel?.isActive ?? true }
  }

  static var current: Connection { Connection(channel: connection) }

  /// Throws if the client has closed its connection. Work that takes long calls it from time to time.
  package static func requireConnected() throws(ClientHasLeft) {
    guard isConnected else { throw ClientHasLeft() }
  }

  /// Returns a closure that knows the client of the current task also on a thread that runs no task.
  package static func bound<Argument, Value>(
    _ body: @escaping @Sendable (Argument) throws -> Value
  ) -> @Sendable (Argument) throws -> Value {
    guard let connection else { return body }
    return { argument in try $connection.withValue(connection) { try body(argument) } }
  }
}

/// The client has closed its connection.
package struct ClientHasLeft: Error {}
