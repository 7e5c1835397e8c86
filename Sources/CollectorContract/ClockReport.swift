import ClockOffsets

/// A clock and the wall clock of its device, read at one moment.
public struct ClockStamp: Hashable, Sendable {
  public var clock: MeasuredClock
  /// In nanoseconds, as the next one.
  public var time: Int64
  /// Since 1970.
  public var wall: Int64

  public init(_ clock: MeasuredClock, _ time: Int64, wall: Int64) {
    self.clock = clock
    self.time = time
    self.wall = wall
  }
}

/// The report of a device about its clocks with an upload, in two fields; docs/clocks.md describes them.
public struct ClockReport: Hashable, Sendable {
  /// The value of `CollectorField.clock`.
  public var stamp: ClockStamp?
  /// The value of `CollectorField.clockExchanges`.
  public var exchanges: [ClockMeasurements.Exchange]

  /// The maximum number of exchanges of one upload; further ones are ignored.
  public static let exchangesMax = 16
  /// The maximum length of a field, in bytes; a longer one is ignored.
  public static let fieldBytesMax = 4_096

  public init(stamp: ClockStamp? = nil, exchanges: [ClockMeasurements.Exchange] = []) {
    self.stamp = stamp
    self.exchanges = Array(exchanges.prefix(Self.exchangesMax))
  }

  /// Reads the values of the two fields. What cannot be read is left out: a recording must not be refused because of
  /// its clocks.
  public init(clock: String?, exchanges: String?) {
    func short(_ field: String?) -> String? {
      field.flatMap { $0.utf8.count <= Self.fieldBytesMax ? $0 : nil }
    }
    self.init(
      stamp: short(clock).flatMap(ClockStamp.init),
      exchanges: (short(exchanges) ?? "").split(separator: ",").prefix(Self.exchangesMax)
        .compactMap { ClockMeasurements.Exchange(String($0.trimmingSpaces)) })
  }

  /// The fields, without those that have nothing to say.
  public var headerFields: [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    if let stamp { fields.append((CollectorField.clock, stamp.description)) }
    if !exchanges.isEmpty {
      let list = exchanges.map(\.description).joined(separator: ", ")
      fields.append((CollectorField.clockExchanges, list))
    }
    return fields
  }
}

extension ClockStamp: CustomStringConvertible {
  /// Such as `recorded:1700000000000000000 1700000300000000000 1700000300000001000`.
  public var description: String { "\(clock.name) \(time) \(wall)" }

  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, let clock = MeasuredClock(name: words[0]), clock != .collector,
      let time = Int64(counting: words[1]), let wall = Int64(counting: words[2])
    else { return nil }
    self.init(clock, time, wall: wall)
  }
}

extension ClockMeasurements.Exchange: CustomStringConvertible {
  /// The two clocks and the four stamps, such as `relay:5 collector 10 20 21 12`.
  public var description: String {
    let numbers = [stamps.sent, stamps.arrived, stamps.answered, stamps.returned]
    return ([clock.name, reference.name] + numbers.map(String.init)).joined(separator: " ")
  }

  /// Reads `description`; nil for anything else, for clocks that are not compared, and for impossible stamps.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, let clock = MeasuredClock(name: words[0]),
      let reference = MeasuredClock(name: words[1]), clock.isCompared(with: reference)
    else { return nil }
    let numbers = words[2...].compactMap { Int64(counting: $0) }
    guard numbers.count == 4,
      let stamps = ClockExchange(
        sent: numbers[0], arrived: numbers[1], answered: numbers[2], returned: numbers[3])
    else { return nil }
    self.init(clock, to: reference, stamps)
  }
}

extension MeasuredClock {
  /// The name in a field, such as `recorded:1700000000000000000`.
  public var name: String {
    switch self {
    case .recorded(let since): "recorded:\(since)"
    case .relay(let since): "relay:\(since)"
    case .collector: "collector"
    }
  }

  /// Reads `name`; nil for anything else.
  public init?(name: some StringProtocol) {
    if name == "collector" {
      self = .collector
      return
    }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let since = Int64(counting: parts[1]) else { return nil }
    switch parts[0] {
    case "recorded": self = .recorded(since: since)
    case "relay": self = .relay(since: since)
    default: return nil
    }
  }

  /// Whether devices compare this clock with another one: a device with the collector or with the phone that passes on
  /// its recordings, and that phone with the collector.
  fileprivate func isCompared(with reference: MeasuredClock) -> Bool {
    switch (self, reference) {
    case (.recorded, .collector), (.recorded, .relay), (.relay, .collector): true
    case (.recorded, .recorded), (.relay, .recorded), (.relay, .relay), (.collector, _): false
    }
  }
}

extension Int64 {
  /// Reads digits with an optional minus sign. Numbers that are too large to count are refused, too
  /// (`OffsetBound.magnitudeMax`).
  fileprivate init?(counting text: some StringProtocol) {
    guard text.first != "+", let number = Int64(text),
      number.magnitude <= OffsetBound.magnitudeMax
    else { return nil }
    self = number
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: SubSequence {
    let start = firstIndex { $0 != " " } ?? endIndex
    let end = lastIndex { $0 != " " }.map { index(after: $0) } ?? start
    return self[start..<end]
  }
}
