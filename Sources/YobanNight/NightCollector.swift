import YobanSimulatedOS

/// The destination of the recordings; it also reports what it has stored.
public protocol NightCollector: AnyObject, Sendable {
  /// The address that the apps send to.
  var url: String { get }
  /// Returns the token for the uploads of a device.
  func token(of device: String) throws -> String
  /// Carries the requests of the devices to the collector.
  var gateway: any HTTPGateway { get }
  /// Returns the stored streams of a device; empty if there are none.
  func streams(of device: String) throws -> [StoredStream]
  /// Returns the stored gaps of a stream.
  func gaps(of stream: String, of device: String) throws -> [StoredGap]
  /// Kills the server, as in a crash, or starts it again. Has no effect on a server that this run
  /// did not start.
  func setRunning(_ isRunning: Bool) throws
}

/// A stream as the collector reports it.
public struct StoredStream: Decodable, Sendable, Hashable {
  public var stream: String
  public var chunks: Int
  public var samples: Int
  public var bytes: Int
  /// The number of samples that have the same time as an earlier sample.
  public var duplicates: Int
  /// The number of quarantined chunks: their names were taken by chunks with other bytes.
  public var conflicts: Int
}

/// A period without samples; times in nanoseconds since 1970.
public struct StoredGap: Decodable, Sendable, Hashable {
  public var start: Int64
  public var end: Int64
  public var cause: String
}
