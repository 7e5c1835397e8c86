/// A format in which apps of other developers send their data over HTTP.
///
/// Each format is a value in the file of its parser, and has its place in `all`, which routes, messages and tests read.
public struct ForeignFormat: Sendable {
  /// All formats.
  public static let all = [sensorLogger, overland, ownTracks, influx, theengs]

  /// The name of the format in routes and in the storage, and the first part of stream names: lowercase letters and
  /// hyphens. It can never change.
  public let name: String
  /// The apps, as the heading of the format in docs/import.md names them.
  public let apps: String
  /// The paths to which the apps send, if they cannot send to `/v1/import/NAME/{device}`. The device of a request is
  /// then that of its token.
  public let ownPaths: [String]
  /// Whether an app that cannot send a header field may have its token in the query, as `token`.
  public let acceptsTokenInQuery: Bool
  /// Whether a request is refused if all of its times are impossible, and no unit explains them. The senders must not
  /// send a refused request again for ever.
  public let refusesWrongClocks: Bool
  /// The answer after the batch is stored, if all of it is used. An app may delete its copy when it receives it.
  ///
  /// Send it only after the transaction has reached the disk, also for a batch that is already
  /// stored and for a batch of which nothing could be used.
  public let accepted: ForeignAnswer
  /// The status of the answer to a body that is not in the format at all.
  public let refusalStatus: Int
  /// A body with what is particular in the format. Tests and the fuzzer begin with it.
  public let example: String
  /// Returns the parser for a request.
  ///
  /// - Throws: `.unknownPrecision`.
  public let parser: @Sendable (ForeignRequest) throws(ForeignFormatError) -> any ForeignParser

  init(
    name: String, apps: String, ownPaths: [String] = [], acceptsTokenInQuery: Bool = false,
    refusesWrongClocks: Bool = false, accepted: ForeignAnswer, refusalStatus: Int = 400,
    example: String,
    parser: @escaping @Sendable (ForeignRequest) throws(ForeignFormatError) -> any ForeignParser
  ) {
    self.name = name
    self.apps = apps
    self.ownPaths = ownPaths
    self.acceptsTokenInQuery = acceptsTokenInQuery
    self.refusesWrongClocks = refusesWrongClocks
    self.accepted = accepted
    self.refusalStatus = refusalStatus
    self.example = example
    self.parser = parser
  }

  /// The paths to which the apps send.
  public var paths: [String] { ownPaths.isEmpty ? ["/v1/import/\(name)/{device}"] : ownPaths }

  /// Returns the answer after the batch is stored, which says how much of it is malformed if the app allows it: if the
  /// answer is an object in JSON.
  public func answer(to batch: ForeignBatch) -> ForeignAnswer {
    let counts = [
      ("malformed_entries", batch.malformedCount), ("malformed_values", batch.malformedValueCount),
    ].filter { $0.1 > 0 }
    guard !counts.isEmpty, accepted.body.hasSuffix("}") else { return accepted }
    let members = counts.map { ",\"\($0.0)\":\($0.1)" }.joined()
    return ForeignAnswer(
      status: accepted.status, contentType: accepted.contentType,
      body: accepted.body.dropLast() + members + "}")
  }

  /// Returns the answer to a body that is not in the format at all. Quarantine the body before sending it, because some
  /// apps delete their copy.
  public func refusal(for error: ForeignFormatError) -> ForeignAnswer {
    ForeignAnswer(
      status: refusalStatus, contentType: "text/plain; charset=utf-8", body: error.description)
  }
}

/// Formats with the same name are the same.
extension ForeignFormat: Hashable, CustomStringConvertible {
  public var description: String { name }

  public static func == (left: ForeignFormat, right: ForeignFormat) -> Bool {
    left.name == right.name
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The parts of a request besides its body that a parser may need.
public struct ForeignRequest: Sendable {
  /// The query parameter `precision`; nil if there is none.
  public let precision: String?
  /// The time at which the request was received, in nanoseconds since 1970.
  public let receptionTime: Int64

  public init(precision: String?, receptionTime: Int64) {
    self.precision = precision
    self.receptionTime = receptionTime
  }
}

/// An HTTP answer to an app.
public struct ForeignAnswer: Hashable, Sendable {
  public let status: Int
  /// The value of `Content-Type`; nil if the answer has no body.
  public let contentType: String?
  public let body: String

  /// The answer 200 with JSON.
  static func json(_ body: String) -> ForeignAnswer {
    ForeignAnswer(status: 200, contentType: "application/json", body: body)
  }
}
