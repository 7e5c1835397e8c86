import SimulatedOS

/// Where recordings go, and what has arrived there.
public protocol NightCollector: AnyObject, Sendable {
  /// The address that apps are told.
  var url: String { get }
  /// The token that a device's recordings are sent with.
  func token(of device: String) throws -> String
  /// Carries what devices send to it.
  var gateway: any HTTPGateway { get }
  /// What is stored of a device; empty if nothing is.
  func streams(of device: String) throws -> [StoredStream]
  /// The gaps that are stored of a stream.
  func gaps(of stream: String, of device: String) throws -> [StoredGap]
  /// Ends the server at once, as a crash would, or starts it again. A server that is not this run's
  /// own goes on.
  func setRunning(_ isRunning: Bool) throws
}

/// A stream as the collector reports it.
public struct StoredStream: Decodable, Sendable, Hashable {
  public var stream: String
  public var chunks: Int
  public var samples: Int
  public var bytes: Int
  /// Samples beyond the first at one time.
  public var duplicates: Int
  /// Chunks with other bytes under a name that was taken, quarantined.
  public var conflicts: Int
}

/// A stretch without samples; nanoseconds since 1970.
public struct StoredGap: Decodable, Sendable, Hashable {
  public var start: Int64
  public var end: Int64
  public var cause: String
}
