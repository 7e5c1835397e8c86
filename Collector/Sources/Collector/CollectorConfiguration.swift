/// What can be set about a collector.
public struct CollectorConfiguration: Sendable {
  public var host: String
  /// 0 lets the system choose.
  public var port: Int
  /// The largest body of an upload.
  public var chunkBytesMax: Int
  /// How long a request may take to arrive, and a connection to idle.
  public var requestTimeout: Duration
  /// Bodies in memory at once, all connections together.
  public var bodyBytesMax: Int
  public var connectionsMax: Int

  public init(
    host: String = "127.0.0.1", port: Int = 8080, chunkBytesMax: Int = 4 << 20,
    requestTimeout: Duration = .seconds(30), bodyBytesMax: Int = 256 << 20,
    connectionsMax: Int = 1024
  ) {
    self.host = host
    self.port = port
    self.chunkBytesMax = chunkBytesMax
    self.requestTimeout = requestTimeout
    self.bodyBytesMax = bodyBytesMax
    self.connectionsMax = connectionsMax
  }

  /// Whether only this machine can reach the server: then the pages need no token.
  var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }
}
