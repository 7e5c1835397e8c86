import NIOCore

/// The client of a request that is being answered.
package enum Client {
  /// Set while a request other than an upload is handled.
  @TaskLocal static var connection: (any Channel)?

  /// Whether the client still has its connection, if there is one.
  package static var isConnected: Bool { connection?.isActive ?? true }

  /// Throws if the client has closed its connection. Work that takes long calls it from time to time.
  static func requireConnected() throws(ClientHasLeft) {
    guard isConnected else { throw ClientHasLeft() }
  }
}

/// The client has closed its connection.
struct ClientHasLeft: Error {}
