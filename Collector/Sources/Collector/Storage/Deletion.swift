import Chunks

/// A wish to delete data of a device.
public struct Deletion: Hashable, Sendable {
  public var device: String
  /// nil for all streams.
  public var stream: String?
  /// The first and the last time whose samples are deleted, in nanoseconds since 1970.
  public var times: ClosedRange<Int64>
  /// The name of the author for the list of deletions, such as `command line`.
  public var author: String
  /// The time of the deletion, in seconds since 1970.
  public var time: Int64

  public init(
    device: String, stream: String? = nil, times: ClosedRange<Int64>, author: String, time: Int64
  ) {
    self.device = device
    self.stream = stream
    self.times = times
    self.author = author
    self.time = time
  }
}

extension Deletion {
  /// The last time of a deletion that has no given end: now, or the last stored sample if it is later.
  ///
  /// - Parameters:
  ///   - lastTime: the last stored sample.
  ///   - now: in seconds since 1970.
  public static func end(lastTime: Int64, now: Int64) -> Int64 {
    max(lastTime, now * 1_000_000_000)
  }
}

/// A deletion that was carried out.
public struct DeletionRecord: Hashable, Sendable {
  public var deletion: Deletion
  /// The number of chunks that were deleted then.
  public var chunkCount: Int

  public init(deletion: Deletion, chunkCount: Int) {
    self.deletion = deletion
    self.chunkCount = chunkCount
  }
}
