import CollectorContract

/// The events with which a page learns about new chunks.
struct NightEvents {
  private struct Known: Hashable {
    var chunkCount: Int
    var times: ClosedRange<Int64>
  }

  private var known: [String: Known]

  /// - Parameter look: what the page shows.
  init(after look: DeviceLook) { known = Self.streams(in: look) }

  /// The streams about which there are events. A page that is limited to a night learns nothing about other chunks.
  private static func streams(in look: DeviceLook) -> [String: Known] {
    guard let night = look.night else {
      return look.progress.mapValues { Known(chunkCount: $0.chunkCount, times: $0.times) }
    }
    let parts = night.streams.map {
      ($0.name, Known(chunkCount: $0.chunkCount, times: night.span.times))
    }
    return Dictionary(uniqueKeysWithValues: parts)
  }

  /// Returns an event for each stream with new chunks, as text of the type `text/event-stream`.
  ///
  /// Its times are those that were added at the end, or all of them if the end is the same: then the chunk can be
  /// anywhere.
  mutating func text(_ look: DeviceLook) -> String {
    let streams = Self.streams(in: look)
    defer { known = streams }
    var text = ""
    for (stream, new) in streams.sorted(by: { $0.key < $1.key }) {
      let old = known[stream]
      guard old?.chunkCount != new.chunkCount else { continue }
      let last = new.times.upperBound
      let end = old?.times.upperBound ?? last
      let first = end < last ? end : new.times.lowerBound
      let event = ["first_time": "\(first)", "last_time": "\(last)", "stream": stream]
      let data = String(decoding: ContractJSON.encode(event), as: UTF8.self)
      text += "event: stored\ndata: \(data)\n\n"
    }
    return text
  }
}
