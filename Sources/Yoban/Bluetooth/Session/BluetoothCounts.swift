/// Counters of a session's activity, for diagnosis.
public struct BluetoothCounts: Hashable, Sendable {
  public var connections = 0
  /// Connections that ended without a request of the app.
  public var losses = 0
  /// Connection attempts that failed.
  public var failedAttempts = 0
  /// Reads that were answered.
  public var reads = 0
  /// Writes that were confirmed, or, without response, handed over to the system.
  public var writes = 0
  /// Reads and writes that timed out.
  public var timeouts = 0
  /// Values that were received, by notification or read.
  public var values = 0
  public var malformedValues = 0
}
