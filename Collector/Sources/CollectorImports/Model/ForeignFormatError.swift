/// An error of a whole request: its body is not in the format at all.
///
/// A single malformed entry is not an error. It is counted in `ForeignBatch.malformedCount`, so
/// that an app does not send the same batch again forever.
public enum ForeignFormatError: Error, Hashable, Sendable {
  /// The body has no bytes, or only white space.
  case emptyBody(ForeignFormat)
  /// The body is not JSON.
  case notJSON(ForeignFormat, reason: String, byteOffset: Int)
  /// The body is JSON without the members that the format requires.
  case otherContent(ForeignFormat, expected: String)
  /// No line of the body follows the line protocol.
  case noValidLine(reason: String, lineNumber: Int)
  /// The body has rows for more series than one request may have.
  case tooManySeries(ForeignFormat, limit: Int)
  /// No entry can be used, because no clock can mean the times. `sent` is the unit in which they probably are, and
  /// `wanted` the one in which they must be.
  case implausibleTime(
    ForeignFormat, reason: String, position: Int, sent: TimeUnit?, wanted: TimeUnit?)
  /// The query parameter `precision` is unknown.
  case unknownPrecision(String)
}

extension ForeignFormatError: CustomStringConvertible {
  /// A stable identifier of the kind of error, for logs, metrics and problem types.
  public var code: String {
    switch self {
    case .emptyBody: "empty-body"
    case .notJSON: "not-json"
    case .otherContent: "other-content"
    case .noValidLine: "no-valid-line"
    case .tooManySeries: "too-many-series"
    case .implausibleTime: "implausible-time"
    case .unknownPrecision: "unknown-precision"
    }
  }

  /// The problem, in one sentence.
  public var message: String {
    switch self {
    case .emptyBody(let format): "The request for \(format.name) has an empty body."
    case .notJSON(let format, let reason, let offset):
      "The request for \(format.name) is not JSON: \(reason) at byte \(offset)."
    case .otherContent(let format, let expected):
      "The request for \(format.name) does not contain \(expected)."
    case .noValidLine(let reason, let line):
      "No line of the request is InfluxDB line protocol: \(reason) in line \(line)."
    case .tooManySeries(let format, let limit):
      "The request for \(format.name) has more than \(limit) series."
    case .implausibleTime(let format, let reason, let position, _, _):
      "No entry of the request for \(format.name) can be used: \(reason), in entry \(position)."
    case .unknownPrecision(let value): "The precision \"\(value)\" is unknown."
    }
  }

  /// The remedy, in one sentence.
  public var remedy: String {
    switch self {
    case .emptyBody(let format), .notJSON(let format, _, _), .otherContent(let format, _):
      "Check that the request comes from \(format.apps): docs/import.md has the paths of other apps."
    case .noValidLine:
      "Check that the sender writes line protocol and names a compression in Content-Encoding."
    case .tooManySeries:
      "Send fewer measurements and tags in a request, and all values of a time in one entry."
    case .implausibleTime(.influx, _, _, let unit?, _):
      "Add precision=\(unit.rawValue) to the URL, or send times in the unit that precision names."
    case .implausibleTime(_, _, _, .some, let unit?): "Send the times in \(unit) since 1970."
    case .implausibleTime:
      "Check the clock of the sender, and that precision in the URL is the unit of its times."
    case .unknownPrecision: "Use ns, us, ms, s, m or h, or omit the parameter for ns."
    }
  }

  public var description: String { "\(code): \(message) \(remedy)" }
}
