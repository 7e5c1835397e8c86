/// The settings of a collector.
public struct CollectorConfiguration: Sendable {
  public var host: String
  /// 0: the system chooses a free port.
  public var port: Int
  /// The maximum size of an upload's body, in bytes.
  public var chunkBytesMax: Int
  /// The maximum time for receiving a request, from its head to its end, and for which a client may read nothing
  /// of an answer.
  public var requestTimeout: Duration
  /// The maximum time without a request: until the first head, and between a response and the next head.
  public var idleTimeout: Duration
  /// The maximum size of all request bodies in memory, over all connections, in bytes.
  public var bodyBytesMax: Int
  public var connectionsMax: Int
  /// The maximum number of pages of nights that are informed about new chunks at the same time.
  public var livePagesMax: Int
  /// The maximum number of nights that are written to files at the same time, each with a temporary file.
  public var nightFilesMax: Int
  /// The maximum number of answers for which chunks are decoded at the same time. Each needs up to 32 MiB.
  public var sampleAnswersMax: Int
  /// The longest time for which requests in progress are waited for when the server stops.
  public var stopTimeout = Duration.milliseconds(500)
  /// The limits of what one token may use per time.
  public var quotas = QuotaSettings()
  /// Whether the pages need a token also for programs on this machine.
  public var requiresToken = false
  /// The settings of alerts; nil for none.
  public var alerts: AlertSettings?

  /// - Parameter idleTimeout: nil: as long as `requestTimeout`.
  public init(
    host: String = "127.0.0.1", port: Int = 8080, chunkBytesMax: Int = 4 << 20,
    requestTimeout: Duration = .seconds(30), idleTimeout: Duration? = nil,
    bodyBytesMax: Int = 256 << 20,
    connectionsMax: Int = 1024, livePagesMax: Int = 200, nightFilesMax: Int = 2,
    sampleAnswersMax: Int = 4,
    alerts: AlertSettings? = nil
  ) {
    self.host = host
    self.port = port
    self.chunkBytesMax = chunkBytesMax
    self.requestTimeout = requestTimeout
    self.idleTimeout = idleTimeout ?? requestTimeout
    self.bodyBytesMax = bodyBytesMax
    self.connectionsMax = connectionsMax
    self.livePagesMax = livePagesMax
    self.nightFilesMax = nightFilesMax
    self.sampleAnswersMax = sampleAnswersMax
    self.alerts = alerts
  }

  /// Whether only this machine can reach the server; if so, the pages need no token.
  var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }
}
