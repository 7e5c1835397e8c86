/// Recognizes whether the corrected times of a part of a stream have changed, from the measurements of the clocks of
/// its device on each day in UTC. No time is computed.
struct LakeClocks: Sendable {
  private let days: [Int64: ClockDigest]

  init(_ days: [Int64: ClockDigest] = [:]) { self.days = days }

  /// Text for everything on which the corrected times of a day of a stream depend; nil if nothing is known.
  func content(of stream: String, onDayOf time: Int64) -> String? {
    var sum = DigestSum()
    var relayDays: ClosedRange<Int64>?
    for day in Self.around(time.day...time.day) {
      guard let known = days[day] else { continue }
      sum &+= known.own
      if let accessory = known.accessories[stream] { sum &+= accessory }
      if let days = known.relayDays { relayDays = relayDays?.joined(with: days) ?? days }
    }
    if let relayDays {
      let range = Self.around(relayDays)
      for (day, known) in days where range.contains(day) { sum &+= known.relays }
    }
    return sum.isEmpty ? nil : sum.text
  }

  private static func around(_ days: ClosedRange<Int64>) -> ClosedRange<Int64> {
    days.lowerBound - ClockDigest.daysAround...days.upperBound + ClockDigest.daysAround
  }
}
