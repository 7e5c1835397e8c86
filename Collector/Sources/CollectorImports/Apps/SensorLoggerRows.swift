/// Builds batches from the rows of Sensor Logger's exported files, in which every value is a text.
///
/// The streams are those of HTTP Push, so that a file fills what was not pushed. Source: awesome-sensor-logger,
/// `README.md`, "Understanding Timestamps" and "JSON", and `UNITS.md`.
package struct SensorLoggerRows {
  private let times: PlausibleTimes
  private var collector = EntryCollector(format: .sensorLogger)
  /// The number of rows since the last batch.
  package private(set) var count = 0
  private var position = 0

  package init(times: PlausibleTimes) { self.times = times }

  /// Columns that are texts, also where a text has only digits, and `seconds_elapsed`, which follows from `time`.
  private static let texts: Set<String> = [
    "time", "sensor", "seconds_elapsed", "id", "name", "localName", "manufacturerData",
    "serviceUUIDs",
    "serviceData", "bssid", "ssid", "text", "batteryState", "activity", "confidence", "type",
    "capabilities",
  ]
  /// Sensors whose names in messages have a space, which file names lack.
  private static let spaced = ["wristmotion": "wrist motion"]

  /// Adds a row.
  ///
  /// - Parameter columns: the names and the texts; an empty text means that there is no value.
  package mutating func add(sensor: String, _ columns: [(name: String, text: String)]) {
    count += 1
    position += 1
    guard let time = columns.first(where: { $0.name == "time" })?.text,
      DecimalNumber.isValid(time.utf8)
    else { return collector.addMalformed(position, "the time is missing or no number") }
    let key = sensor.lowercased().filter { $0 != " " }
    let channels = SensorLoggerParser.channels[key] ?? DocumentedChannels()
    var values = EntryValues()
    for (name, text) in columns where !Self.texts.contains(name) && !text.isEmpty {
      let value: Double? =
        switch text {
        case "true": 1
        case "false": 0
        default: DecimalNumber.value(text)
        }
      if let value {
        values.cells.append(channels.cell(name, value: value))
      } else if channels.has(name) || DecimalNumber.isValid(text.utf8) {
        values.malformedCount += 1
      }
    }
    guard collector.hasNumbers(values, position) else { return }
    do {
      collector.add(
        Self.parts(sensor, key, columns),
        time: try times.time(
          time, in: .nanoseconds, otherwise: [.microseconds, .milliseconds, .seconds]), values)
    } catch {
      collector.addMalformed(position, error)
    }
  }

  /// Returns the rows since the last batch.
  ///
  /// - Throws: `.tooManySeries` or `.implausibleTime`.
  package mutating func take() throws(ForeignFormatError) -> ForeignBatch {
    let finished = collector
    collector = EntryCollector(format: .sensorLogger)
    count = 0
    return try finished.finish()
  }

  /// The name of the stream as in HTTP Push: a transmitter's identifier is a part of its own.
  private static func parts(
    _ sensor: String, _ key: String, _ columns: [(name: String, text: String)]
  ) -> [String] {
    for (kind, identifier) in [("bluetooth", "id"), ("bluetoothmetadata", "id"), ("wifi", "bssid")]
    where key == kind || key.hasPrefix(kind + "-") {
      if let text = columns.first(where: { $0.name == identifier })?.text, !text.isEmpty,
        text.utf8.count <= 256
      {
        return [kind, text]
      }
    }
    return [spaced[key] ?? sensor.lowercased()]
  }

  /// Reads an object of the JSON export; nil if the bytes are no object with a sensor.
  package static func row(
    ofJSON bytes: [UInt8]
  ) -> (sensor: String, columns: [(name: String, text: String)])? {
    guard let object = try? JSONReader.read(bytes), let sensor = object["sensor"]?.name,
      let members = object.members
    else { return nil }
    let columns = members.compactMap { member -> (name: String, text: String)? in
      switch member.value {
      case .string(let text), .number(let text): (member.name, text)
      case .bool(let value): (member.name, value ? "true" : "false")
      case .null, .array, .object, .unreadable: nil
      }
    }
    return (sensor, columns)
  }
}
