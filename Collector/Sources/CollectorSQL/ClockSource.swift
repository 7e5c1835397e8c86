/// The clock that a measurement is about.
enum ClockSource: Hashable, Sendable {
  /// That of the device.
  case own
  /// The readings of its wall clock.
  case readings
  /// That of a phone that passes on recordings, by its name.
  case relay(String)
  /// That of an accessory, by its stream.
  case accessory(String)

  var table: ClockTable {
    switch self {
    case .own, .relay: .exchanges
    case .readings: .readings
    case .accessory: .accessories
    }
  }

  /// The rows of it, besides those of other devices and times.
  var condition: (sql: String, values: [SQLValue]) {
    switch self {
    case .own: ("clock LIKE 'recorded:%'", [])
    case .readings: ("1 = 1", [])
    case .relay(let name): ("clock = ?", [.text(name)])
    case .accessory(let stream): ("stream = ?", [.text(stream)])
    }
  }
}

extension ClockRow {
  var source: ClockSource {
    switch table {
    case .exchanges: texts[0].hasPrefix("recorded:") ? .own : .relay(texts[0])
    case .readings: .readings
    case .accessories: .accessory(texts[0])
    }
  }
}
