/// A reason why the SQLite file of a night cannot be written.
public enum NightFileError: Error, Equatable {
  /// The file already exists, or it cannot be created. `code` is the `errno`.
  case cannotCreate(path: String, code: Int32)
  /// Two streams of the night have this name.
  case duplicateStream(String)
  /// Two channels of a stream have the same name, or samples name a channel twice.
  case duplicateChannel(String, stream: String)
  /// The night has no such stream.
  case unknownStream(String)
  /// The stream has no such channel.
  case unknownChannel(String, stream: String)
  /// The number of values is not the number of times multiplied by the number of channels.
  case wrongValueCount(stream: String, times: Int, channels: Int, values: Int)
  /// SQLite has no integers above 2^63 - 1.
  case sequenceTooLarge(UInt64, stream: String)
  /// An earlier call has failed.
  case hasFailed
  /// SQLite has failed, for instance because the disk is full. `code` is its extended result code.
  case sqliteFailed(code: Int32, message: String)
}

extension NightFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotCreate(let path, let code):
      "The file \(path) cannot be created (errno \(code)). It must not exist before."
    case .duplicateStream(let stream):
      "The night has two streams with the name \"\(stream)\"."
    case .duplicateChannel(let channel, let stream):
      "The stream \"\(stream)\" has two channels with the name \"\(channel)\"."
    case .unknownStream(let stream):
      "The night has no stream \"\(stream)\". Add it to the streams of the night."
    case .unknownChannel(let channel, let stream):
      "The stream \"\(stream)\" has no channel \"\(channel)\". Add it to its channels."
    case .wrongValueCount(let stream, let times, let channels, let values):
      """
      \(values) values were appended to the stream "\(stream)" for \(times) times and \
      \(channels) channels.
      """
    case .sequenceTooLarge(let sequence, let stream):
      "The sequence number \(sequence) of the stream \"\(stream)\" is larger than 2^63 - 1."
    case .hasFailed:
      "An earlier call has failed. Delete the file and write it again."
    case .sqliteFailed(let code, let message):
      "SQLite could not write the file (code \(code)): \(message)"
    }
  }
}
