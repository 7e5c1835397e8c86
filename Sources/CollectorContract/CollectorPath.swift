import Chunks

/// A path of the collector's HTTP API.
///
/// The server registers its routes by `pattern`; a client gets the path of a request from
/// `filled`.
public struct CollectorPath: Hashable, Sendable {
  /// The path with `{device}`, `{stream}` and `{sequence}` in place of the values.
  public let pattern: String

  /// `GET`: the devices.
  public static let devices = CollectorPath(pattern: "/v1/devices")
  /// `POST`: exchanges the secret of a code for the access of a new device.
  public static let enrollments = CollectorPath(pattern: "/v1/enrollments")
  /// `GET`: what is known about a device. `DELETE`: deletes its recordings.
  public static let device = CollectorPath(pattern: "/v1/devices/{device}")
  /// `GET`: which devices have sent in a night, and which have not.
  public static let lastNight = CollectorPath(pattern: "/v1/last-night")
  /// `GET`: the streams of a device.
  public static let streams = CollectorPath(pattern: "/v1/devices/{device}/streams")
  /// The prefix of the paths of one stream.
  private static let stream = "/v1/devices/{device}/streams/{stream}"
  /// `GET`: the receipts of a stream's chunks.
  public static let chunks = CollectorPath(pattern: "\(stream)/chunks")
  /// `GET`: the gaps of a stream.
  public static let gaps = CollectorPath(pattern: "\(stream)/gaps")
  /// `GET`: the samples of a stream as text.
  public static let samples = CollectorPath(pattern: "\(stream)/samples.csv")
  /// `GET`: the samples of a stream as lines of JSON.
  public static let samplesJSON = CollectorPath(pattern: "\(stream)/samples.jsonl")
  /// `GET`: the samples of a stream as a Parquet file.
  public static let samplesParquet = CollectorPath(pattern: "\(stream)/samples.parquet")
  /// `PUT`: uploads a chunk. `GET`: the bytes of a chunk.
  public static let chunk = CollectorPath(pattern: "\(stream)/chunks/{sequence}")

  /// Returns the path for one device, stream or chunk. The names that the chunk format allows need
  /// no escaping.
  public func filled(
    device: String = "", stream: String = "", sequence: UInt64? = nil
  ) -> String {
    pattern.split(separator: "/").reduce(into: "") { path, part in
      path += "/"
      switch part {
      case "{device}": path += device
      case "{stream}": path += stream
      case "{sequence}": path += sequence.map(String.init) ?? ""
      default: path += part
      }
    }
  }

  /// Returns the path at which a chunk is uploaded.
  public static func of(_ chunk: ChunkIdentity) -> String {
    Self.chunk.filled(device: chunk.device, stream: chunk.stream, sequence: chunk.sequence)
  }

  /// Returns the chunk whose path this is; nil for any other path.
  public static func identity(ofChunkAt path: String) -> ChunkIdentity? {
    let pattern = chunk.pattern.split(separator: "/")
    let parts = path.split(separator: "/")
    guard parts.count == pattern.count,
      zip(pattern, parts).allSatisfy({ $0.hasPrefix("{") || $0 == $1 }),
      let sequence = UInt64(parts[6])
    else { return nil }
    return try? ChunkIdentity(
      device: String(parts[2]), stream: String(parts[4]), sequence: sequence)
  }
}

/// The names of the HTTP fields that the collector's clients use.
public enum CollectorField {
  /// The SHA-256 of the body (RFC 9530); `ChunkDigest.contentDigestField` is the value.
  public static let contentDigest = "Content-Digest"
  public static let authorization = "Authorization"
  /// The charge of the battery of the device in percent, 0...100. Optional.
  public static let battery = "Yoban-Battery"
  /// The version of the app, at most 64 characters. Optional.
  public static let appVersion = "Yoban-App-Version"
  /// The free storage of the device in bytes. Optional.
  public static let freeBytes = "Yoban-Free-Bytes"
  /// The clock of the device at the time of the request; `ClockStamp.description` is the value. Optional.
  public static let clock = "Yoban-Clock"
  /// The exchanges with which the device has measured its clocks, separated by commas;
  /// `ClockMeasurements.Exchange.description` is one of them. Optional.
  public static let clockExchanges = "Yoban-Clock-Exchanges"

  /// Of the answer to an upload: when the request had arrived, on the clock of the collector, in nanoseconds since
  /// 1970.
  public static let arrived = "Yoban-Arrived-Ns"
  /// When the answer was sent.
  public static let answered = "Yoban-Answered-Ns"

  /// Of an answer with samples as text: the units of the channels in the order of the columns, separated by
  /// commas; a character that cannot be in a URL is percent-encoded.
  public static let units = "Yoban-Units"
  /// Of an answer with samples as text: the nominal interval in nanoseconds; absent if there is none.
  public static let interval = "Yoban-Interval-Ns"

  /// Of the answer to a request of another app: the number of its entries that cannot be used.
  public static let malformedEntries = "Yoban-Malformed-Entries"
  /// Of such an answer: the number of values that cannot be used, although their entries can.
  public static let malformedValues = "Yoban-Malformed-Values"

  /// The value of `Authorization` for a token.
  public static func bearer(_ token: String) -> String { "Bearer \(token)" }
}
