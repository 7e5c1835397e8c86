/// A parser for the requests of one format.
///
/// It is a pure function of the body and of what its initializer received.
public protocol ForeignParser: Sendable {
  var format: ForeignFormat { get }

  /// Parses the body of a request, after any compression was removed.
  func parse(_ body: [UInt8]) throws(ForeignFormatError) -> ForeignBatch

  /// Returns the bytes that identify a batch together with its body.
  ///
  /// Two requests of a device are the same batch if the SHA-256 of this prefix followed by the body
  /// is equal. The prefix contains everything else that the result of `parse` depends on, apart from the latest time
  /// that is plausible.
  ///
  /// - Sensor Logger: a message with the same `messageId` and `sessionId` but other bytes is
  ///   another batch, because the documentation does not promise that these numbers are unique.
  /// - Overland: a batch that is sent again may contain more points than before, so it has another
  ///   identity. Its old points are found by `ForeignRowIdentity`.
  /// - OwnTracks: one message is one batch.
  /// - InfluxDB: the precision belongs to the identity. If a line has no time, the time of
  ///   reception does too: two requests `temperature value=21` one minute apart are two
  ///   measurements with the same bytes. A retry of such a request cannot be recognized and is
  ///   stored twice.
  func identityPrefix(for batch: ForeignBatch) -> [UInt8]
}

extension ForeignParser {
  public func identityPrefix(for batch: ForeignBatch) -> [UInt8] {
    Array("\(format.name)\n".utf8)
  }
}
