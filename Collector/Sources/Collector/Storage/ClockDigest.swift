import ClockOffsets
import CollectorContract

/// The measurements of a device's clocks of one day in UTC, in short: two days with the same measurements have the same
/// digest, in whatever way these are stored.
public struct ClockDigest: Hashable, Sendable {
  /// The number of days before and after the samples whose measurements count for their corrected times.
  public static let daysAround: Int64 = 2
  public static let minutesPerDay: Int64 = 1_440

  /// Of the device's own clock.
  public var own = DigestSum()
  /// Of the clocks of phones that pass on its recordings.
  public var relays = DigestSum()
  /// The times of these phones with which the device has compared its clock on this day, in days since 1970.
  public var relayDays: ClosedRange<Int64>?
  /// Of the clocks of accessories, by stream.
  public var accessories: [String: DigestSum] = [:]

  public init() {}

  public init(_ measurements: ClockMeasurements) {
    for exchange in measurements.exchanges { add(exchange) }
    for reading in measurements.walls { add(reading) }
    for (stream, readings) in measurements.accessories {
      for reading in readings { add(reading, of: stream) }
    }
  }

  public mutating func add(_ exchange: ClockMeasurements.Exchange) {
    let stamps = exchange.stamps
    let bytes = Self.bytes(
      "\(exchange.clock.name) \(exchange.reference.name) ",
      [stamps.sent, stamps.arrived, stamps.answered, stamps.returned])
    guard case .recorded = exchange.clock else { return relays.add(bytes) }
    own.add(bytes)
    guard case .relay = exchange.reference else { return }
    let days = stamps.arrived.day...max(stamps.arrived, stamps.answered).day
    relayDays = relayDays?.joined(with: days) ?? days
  }

  public mutating func add(_ reading: ClockMeasurements.WallReading) {
    own.add(Self.bytes("wall ", [reading.since, reading.recorded, reading.wall]))
  }

  public mutating func add(_ reading: ClockMeasurements.AccessoryReading, of stream: String) {
    accessories[stream, default: DigestSum()].add(
      Self.bytes("accessory ", [reading.recorded, reading.accessory]))
  }

  private static func bytes(_ name: String, _ numbers: [Int64]) -> [UInt8] {
    Array(name.utf8)
      + numbers.flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
  }
}

extension Int64 {
  /// Of nanoseconds since 1970: the minutes, rounded down.
  package var minute: Int64 { floorDivided(by: 60_000_000_000) }

  /// Of nanoseconds since 1970: the days in UTC, rounded down.
  package var day: Int64 { floorDivided(by: 86_400_000_000_000) }

  /// Returns the quotient, rounded down. The divisor must be more than 0.
  package func floorDivided(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

extension ClosedRange<Int64> {
  package func joined(with other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}

/// As text, such as it is stored beside the measurements.
extension ClockDigest {
  /// Such as `1-2-3-4 0-0-0-0 - strap=5-6-7-8`: the device's own clock, the phones, their days, and the accessories.
  package var text: String {
    let days = relayDays.map { "\($0.lowerBound)..\($0.upperBound)" } ?? "-"
    let accessories = accessories.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
    return ([own.text, relays.text, days] + accessories).joined(separator: " ")
  }

  /// nil if it is no such text.
  package init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count >= 3, let own = DigestSum(words[0]), let relays = DigestSum(words[1]) else {
      return nil
    }
    (self.own, self.relays) = (own, relays)
    if words[2] != "-" {
      let days = words[2].split(separator: "..", omittingEmptySubsequences: false).map { Int64($0) }
      guard days.count == 2, let first = days[0], let last = days[1], first <= last else {
        return nil
      }
      relayDays = first...last
    }
    for word in words.dropFirst(3) {
      guard let place = word.lastIndex(of: "="),
        let sum = DigestSum(word[word.index(after: place)...])
      else { return nil }
      accessories[String(word[..<place])] = sum
    }
  }
}
