/// What a session did, for diagnosis.
public struct BluetoothCounts: Hashable, Sendable {
  public var connections = 0
  /// Links that ended without the app having asked.
  public var losses = 0
  /// Attempts to connect that failed.
  public var failedAttempts = 0
  /// Reads that were answered.
  public var reads = 0
  /// Writes that were confirmed, or handed over if without response.
  public var writes = 0
  /// Reads and writes that waited too long.
  public var timeouts = 0
  /// Values that came, by notification or read.
  public var values = 0
  public var malformedValues = 0
}
