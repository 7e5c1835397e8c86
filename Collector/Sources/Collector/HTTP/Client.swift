import NIOCore

/// The client of a request that is being answered.
enum Client {
  /// Set while a request other than an upload is handled.
  @TaskLocal static var connection: (any Channel)?

  /// Throws if the client has closed its connection. Work that takes long calls it from time to time.
  static func requireConnected() throws(ClientHasLeft) {
    if let connection, !connection.isActive { throw ClientHasLeft() }
  }
}

/// The client has closed its connection.
struct ClientHasLeft: Error {}
