/// Data that somebody has read in one minute.
public struct ReadRecord: Hashable, Sendable {
  /// The minute in which it was read: its first second, in seconds since 1970.
  public var minute: Int64
  /// The id of the token, or `local` for a program on the same machine that needed no token.
  public var reader: String
  /// Empty for something about several devices, such as the list of devices.
  public var device: String
  /// Empty for something about several streams.
  public var stream: String
  /// The kind of data, such as `night` or `samples.csv`.
  public var what: String

  public init(minute: Int64, reader: String, device: String, stream: String, what: String) {
    self.minute = minute
    self.reader = reader
    self.device = device
    self.stream = stream
    self.what = what
  }
}

/// The storage of who has read what.
public protocol AuditStorage: Sendable {
  /// Adds numbers of requests to those that are stored.
  func add(_ reads: [ReadRecord: Int]) async throws(StorageError)

  /// Removes what was read before a minute, in seconds since 1970.
  func removeReads(before minute: Int64) async throws(StorageError)

  /// Returns what was read, with the number of requests, the latest minute first.
  ///
  /// - Parameters:
  ///   - device: nil for all devices.
  ///   - time: the first minute, in seconds since 1970.
  func reads(
    of device: String?, since time: Int64
  ) async throws(StorageError) -> [(record: ReadRecord, requests: Int)]
}

/// A rule for the age of recordings.
public struct RetentionRule: Hashable, Sendable {
  /// nil for all devices that have no rule of their own.
  public var device: String?
  /// The number of days for which recordings are kept, 1 or more; nil for ever.
  public var days: Int?

  public init(device: String?, days: Int?) {
    self.device = device
    self.days = days
  }
}

/// The storage of rules for the age of recordings.
public protocol RetentionStorage: Sendable {
  /// Returns the rules: first the one for all devices, then those of devices, sorted by name.
  func retentionRules() async throws(StorageError) -> [RetentionRule]

  /// Adds a rule, or replaces the one of the same device.
  func set(_ rule: RetentionRule) async throws(StorageError)

  /// Removes a rule; returns false if there is none. nil is the one for all devices.
  func removeRetentionRule(of device: String?) async throws(StorageError) -> Bool

  /// Deletes chunks that are old in both ways: all their samples are before a time, and they have arrived
  /// before a time. Returns their number. Requests of other apps that have arrived before that time lose their bytes.
  /// This takes several steps, so that uploads do not wait for it, and throws if the task is canceled.
  ///
  /// A clock that was wrong therefore deletes nothing that has just arrived. There is no tombstone: a chunk
  /// that is sent again is stored again, and deleted again when it is old enough.
  ///
  /// - Parameters:
  ///   - samples: in nanoseconds since 1970.
  ///   - arrival: in seconds since 1970. Chunks that an earlier version has stored have no time of arrival and
  ///     count as old enough.
  func expire(
    _ device: String, samplesBefore samples: Int64, arrivedBefore arrival: Int64
  ) async throws(StorageError) -> Int
}
