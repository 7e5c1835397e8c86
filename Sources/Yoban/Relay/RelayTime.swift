import ClockOffsets
import CollectorContract

/// The messages of watch and phone about their clocks, as property lists. Apps of other versions ignore it.
///
/// The watch asks with a message. The phone replies when the message arrived and when the reply was sent. The watch
/// knows its own times of both, and the metadata of the files that it transfers next has all four.
package struct RelayTime: Hashable {
  /// The clock of the phone, when the message had arrived there.
  package var arrived: ClockStamp
  /// When the reply was sent.
  package var answered: ClockStamp

  package init(arrived: ClockStamp, answered: ClockStamp) {
    self.arrived = arrived
    self.answered = answered
  }

  private static let key = "clock"
  private static let exchangesKey = "exchanges"

  /// The message of the watch.
  package static var question: [String: Any] { [key: "asks"] }

  package static func isQuestion(_ message: [String: Any]) -> Bool {
    message[key] as? String == "asks"
  }

  /// The reply of the phone.
  package var reply: [String: Any] { [Self.key: "\(arrived), \(answered)"] }

  /// Reads the times of a reply; nil without them.
  package init?(_ reply: [String: Any]) {
    let stamps = (reply[Self.key] as? String)?.split(separator: ",").compactMap {
      ClockStamp(String($0.drop { $0 == " " }))
    }
    guard let stamps, stamps.count == 2, stamps[0].clock == stamps[1].clock else { return nil }
    self.init(arrived: stamps[0], answered: stamps[1])
  }

  /// The metadata of a file with exchanges.
  package static func adding(
    _ exchanges: [ClockMeasurements.Exchange], to metadata: [String: Any]
  ) -> [String: Any] {
    guard !exchanges.isEmpty else { return metadata }
    return metadata.merging([exchangesKey: exchanges.map(\.description)]) { $1 }
  }

  /// Reads the exchanges of a file; none without them.
  package static func exchanges(in metadata: [String: Any]?) -> [ClockMeasurements.Exchange] {
    let texts = (metadata?[exchangesKey] as? [String] ?? []).prefix(ClockReport.exchangesMax)
    return texts.compactMap { ClockMeasurements.Exchange($0) }
  }

  /// The exchange of a watch whose message was sent and whose reply had arrived at these times; nil if the watch was
  /// booted in between.
  package func exchange(
    sent: ClockStamp, returned: ClockStamp
  ) -> ClockMeasurements.Exchange? {
    guard sent.clock == returned.clock else { return nil }
    return ClockExchange(
      sent: sent.time, arrived: arrived.time, answered: answered.time, returned: returned.time
    ).map { ClockMeasurements.Exchange(sent.clock, to: arrived.clock, $0) }
  }
}
