// Commands of `fcntl` that only Apple's systems have. On a simulated device of Apple, `fcntl` performs
// them (DK5, DK6).

/// Synchronizes a file, and empties the cache of the drive.
public let F_FULLFSYNC: Int32 = 51
/// Synchronizes a file, and orders what the drive has got before it ahead of what it gets after it.
public let F_BARRIERFSYNC: Int32 = 85

extension Data.WritingOptions {
  /// An older name of `atomic`.
  public static var atomicWrite: Data.WritingOptions { .atomic }
}
