import CollectorContract
import Curves

/// The answer to a request for a curve, as JSON.
///
/// Whole nanoseconds since 1970 exceed the 53 bits that a number in JavaScript represents exactly.
/// So `from`, `to` and `origin` are strings, and the times of points are whole microseconds since
/// `origin`, rounded down. A time is `BigInt(origin) + 1000n * BigInt(offset)`.
struct CurveAnswer: Hashable, Sendable {
  var channels: [String]
  /// The unit of each channel; empty text if it has none.
  var units: [String]
  /// The start of the range, included, in nanoseconds since 1970. It is also the origin.
  var from: Int64
  /// The end of the range, not included.
  var to: Int64
  var source: CurveSource
  var curve: Curve

  /// The object with `channels`, `units`, `from`, `to`, `origin`, `level` and `points`.
  ///
  /// A point is `[start, end, minimum, maximum, minimum, maximum, …]` with two values per channel,
  /// which are null if there is no finite value. The element `null` among the points is a pause:
  /// no line may lead across it.
  var json: [UInt8] {
    var text = "{\"channels\":\(Self.list(channels)),\"units\":\(Self.list(units)),"
    text += "\"from\":\"\(from)\",\"to\":\"\(to)\",\"origin\":\"\(from)\","
    text += "\"level\":\"\(source.rawValue)\",\"points\":["
    for (index, point) in curve.points.enumerated() {
      if index > 0 { text += "," }
      if point.isAfterPause { text += "null," }
      text += "[\(offset(point.bucket.firstTime)),\(offset(point.bucket.lastTime))"
      for channel in channels.indices {
        let ranges = point.bucket.ranges
        if channel < ranges.count, let range = ranges[channel] {
          text += ",\(Self.number(range.lowerBound)),\(Self.number(range.upperBound))"
        } else {
          text += ",null,null"
        }
      }
      text += "]"
    }
    return Array((text + "]}").utf8)
  }

  /// Returns the microseconds since the origin, limited to the range of exact numbers.
  private func offset(_ time: Int64) -> Int64 {
    let exactMax: Int64 = 1 << 53 - 1
    let (difference, overflow) = time.subtractingReportingOverflow(from)
    guard !overflow else { return time < from ? -exactMax : exactMax }
    let (quotient, remainder) = difference.quotientAndRemainder(dividingBy: 1000)
    return min(max(remainder < 0 ? quotient - 1 : quotient, -exactMax), exactMax)
  }

  /// Returns the shortest text of a number. Most values are those of a `Float`, whose shortest text
  /// is half as long.
  private static func number(_ value: Double) -> String {
    let short = Float(value)
    return Double(short) == value ? short.description : value.description
  }

  private static func list(_ texts: [String]) -> String {
    String(decoding: ContractJSON.encode(texts), as: UTF8.self)
  }
}
