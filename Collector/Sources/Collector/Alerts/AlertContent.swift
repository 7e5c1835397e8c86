import Chunks
import CollectorContract
import Foundation

/// The body of the request to a webhook, as docs/alerts.md describes it.
struct AlertContent: Encodable {
  struct GapEntry: Encodable {
    var start: Int64
    var end: Int64
    var cause: String

    enum CodingKeys: String, CodingKey {
      case start = "start_ns"
      case end = "end_ns"
      case cause
    }
  }

  /// The maximum number of gaps of a chunk that are listed.
  static let gapsMax = 20

  var kind: String
  var device: String
  var stream: String?
  /// When it was raised, in RFC 3339.
  var time: String
  /// A sentence for people. Slack, Mattermost and similar receivers show this member. `&`, `<` and `>` are escaped.
  var text: String
  /// The path of the page to look at.
  var path: String
  var gaps: [GapEntry]?
  /// The kind of the problem with which an upload was refused.
  var problem: String?
  /// The last upload of a silent device, in RFC 3339.
  var lastUpload: String?

  enum CodingKeys: String, CodingKey {
    case kind, device, stream, time, text, path, gaps, problem
    case lastUpload = "last_upload"
  }
}

extension Alert {
  private init(
    _ kind: Kind, _ device: String, subject: String = "", at time: Int64, text: String,
    _ complete: (inout AlertContent) -> Void = { _ in }
  ) {
    var content = AlertContent(
      kind: kind.rawValue, device: device, time: Self.rfc3339(time), text: Self.escaped(text),
      path: "/devices/\(device)")
    complete(&content)
    self.init(
      kind: kind, device: device, subject: subject, time: time,
      content: ContractJSON.encode(content))
  }

  /// Text that a chat shows as it is: Slack and similar receivers take `<!channel>` for a call to everybody and
  /// `<https://…|text>` for a link, and a device chooses the names in an alert.
  static func escaped(_ text: String) -> String {
    String(
      text.unicodeScalars.map { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case _ where scalar.properties.generalCategory == .control, "\u{2028}", "\u{2029}": " "
        default: String(scalar)
        }
      }.joined())
  }

  private static func rfc3339(_ seconds: Int64) -> String {
    Wording.rfc3339(
      nanoseconds: seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue)
  }

  /// Times are in seconds since 1970.
  static func silent(_ activity: DeviceActivity, at time: Int64) -> Alert {
    let seconds = max(0, time.clampedSubtract(activity.lastUpload))
    let duration = Wording.duration(seconds: seconds)
    return Alert(
      .silent, activity.device, at: time,
      text: "\(activity.device) has sent nothing new for \(duration)."
    ) { $0.lastUpload = rfc3339(activity.lastUpload) }
  }

  static func returned(_ activity: DeviceActivity, at time: Int64) -> Alert {
    Alert(
      .returned, activity.device, at: time, text: "\(activity.device) has sent new data again."
    ) { $0.lastUpload = rfc3339(activity.lastUpload) }
  }

  /// The alert about the gaps of a chunk that last at least `shortest` nanoseconds; nil if there is none.
  static func gaps(
    of summary: ChunkReader.Summary, shortest: Int64, at time: Int64
  ) -> Alert? {
    let gaps = summary.gaps.filter { gap in
      let (length, isOverflow) = gap.end.subtractingReportingOverflow(gap.start)
      return isOverflow || length >= shortest
    }
    guard let first = gaps.first else { return nil }
    let identity = summary.header.identity
    let length = Wording.duration(from: first.start, to: first.end)
    let others = gaps.count > 1 ? ", and \(Wording.count(gaps.count - 1, "other gap"))" : ""
    return Alert(
      .gap, identity.device, subject: identity.stream, at: time,
      text: "\(identity.device): \(identity.stream) has a gap of \(length) from "
        + "\(Wording.time(nanoseconds: first.start)) UTC (\(first.cause.rawValue))\(others)."
    ) { content in
      content.stream = identity.stream
      content.path += "/nights/\(first.start)"
      content.gaps = gaps.prefix(AlertContent.gapsMax).map {
        .init(start: $0.start, end: $0.end, cause: $0.cause.rawValue)
      }
    }
  }

  /// The alert about a refused upload; nil if the device can send it again with success.
  static func refused(_ problem: Problem, of identity: ChunkIdentity, at time: Int64) -> Alert? {
    switch problem.kind {
    case .conflict, .invalidChunk, .incompleteChunk, .identityMismatch, .bodyTooLarge,
      .limitReached, .storageFull:
      break
    default: return nil
    }
    return Alert(
      .refused, identity.device, subject: "\(identity.stream) \(problem.kind.rawValue)", at: time,
      text: "\(identity.device): chunk \(identity.sequence) of \(identity.stream) was refused. "
        + problem.detail
    ) { content in
      content.stream = identity.stream
      content.problem = problem.kind.rawValue
    }
  }

  /// The alert about a refused request of another app.
  static func refusedImport(_ reason: String, of device: String, format: String, at time: Int64)
    -> Alert
  {
    Alert(
      .refused, device, subject: format, at: time,
      text: "\(device): a request of \(format) was refused. \(reason)")
  }
}
