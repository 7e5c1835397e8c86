extension ForeignFormat {
  /// Overland GPS Tracker by Aaron Parecki for iOS.
  ///
  /// The app deletes its points only after exactly this answer; with any other body it keeps them and sends them again
  /// (Overland-iOS, `README.md`, "Response", and `GLManager.m`).
  public static let overland = ForeignFormat(
    name: "overland", apps: "Overland", accepted: .json(#"{"result":"ok"}"#),
    // The request of Overland's README.
    example: """
      {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.030581,37.331800]},
      "properties":{"timestamp":"2015-10-01T08:00:00-0700","altitude":0,"speed":4,
      "horizontal_accuracy":30,"vertical_accuracy":-1,"motion":["driving","stationary"],"pauses":false,
      "activity":"other_navigation","desired_accuracy":100,"deferred":1000,
      "significant_change":"disabled","locations_in_payload":1,"battery_state":"charging",
      "battery_level":0.89,"device_id":"","wifi":""}}],"current":{},"trip":{}}
      """
  ) { OverlandParser(times: PlausibleTimes(now: $0.receptionTime)) }
}

/// The parser for Overland, which sends `{"locations":[…]}` with GeoJSON features.
///
/// The time of a feature is `properties.timestamp` in ISO 8601 with whole seconds. The queue of the
/// app contains points, and also visits, finished trips and log entries, which have a member
/// `action` or `type` in `properties`. `current` is the newest point while older ones are being
/// sent; it is sent again in a later batch, so it is only counted here, as is `trip`, the state of
/// a trip that is not finished. Sources: github.com/aaronpk/Overland-iOS, `README.md`, "API"; for
/// the queue `GPSLogger/GLManager.m` (`sendQueueNow`, `didVisit`, `writeTripToDB`, `logAction`).
///
/// | Feature | Stream |
/// | --- | --- |
/// | point | `overland.location` |
/// | with `"type":"trip"` | `overland.type.trip` |
/// | with `"action":"visit"` | `overland.action.visit` |
public struct OverlandParser: ForeignParser {
  public let format = ForeignFormat.overland

  private let times: PlausibleTimes

  public init(times: PlausibleTimes = .all) { self.times = times }

  public func parse(_ body: [UInt8]) throws(ForeignFormatError) -> ForeignBatch {
    let root = try JSONReader.readBody(body, format)
    guard let features = root["locations"]?.elements else {
      throw .otherContent(format, expected: "an object with the array \"locations\"")
    }
    var collector = EntryCollector(format: format)
    for (index, feature) in features.enumerated() {
      add(feature, position: index + 1, to: &collector)
    }
    for name in ["current", "trip"] {
      if let value = root[name], !value.isNull { collector.addOther() }
    }
    return try collector.finish()
  }

  private func add(
    _ feature: JSONValue, position: Int, to collector: inout EntryCollector
  ) {
    guard let properties = feature["properties"]?.members else {
      return collector.addMalformed(position, "it is no feature with properties")
    }
    guard let timestamp = feature["properties"]?["timestamp"]?.text else {
      return collector.addMalformed(position, "the timestamp is missing or no text")
    }
    guard let time = ISO8601Time.nanoseconds(timestamp) else {
      return collector.addMalformed(
        position, "the timestamp is no ISO 8601 time with an offset from UTC")
    }
    // The coordinates of the geometry have these names; properties with them are skipped.
    let reserved = ["latitude", "longitude"]
    var values = Self.channels.values(in: properties, except: reserved + ["timestamp"])
    values.malformedCount += reserved.count {
      feature["properties"]?[$0].map { !$0.isNull } ?? false
    }
    let (coordinates, malformed) = Self.coordinates(of: feature)
    for (name, value) in coordinates
    where name != "altitude" || values.cells.allSatisfy({ $0.name != Array("altitude".utf8) }) {
      values.cells.append(Self.channels.cell(name, value: value))
    }
    values.malformedCount += malformed
    guard collector.hasNumbers(values, position) else { return }
    do {
      collector.add(Self.kind(of: feature), time: try times.time(time), values)
    } catch {
      collector.addMalformed(position, error)
    }
  }

  private static func kind(of feature: JSONValue) -> [String] {
    for name in ["action", "type"] {
      if let kind = feature["properties"]?[name]?.name { return [name, kind] }
    }
    return ["location"]
  }

  /// Returns longitude, latitude and possibly altitude of a point (RFC 7946, section 3.1.1).
  private static func coordinates(
    of feature: JSONValue
  ) -> (values: [(name: String, value: Double)], malformed: Int) {
    guard let elements = feature["geometry"]?["coordinates"]?.elements else { return ([], 0) }
    let numbers = elements.map(\.measurement)
    // A longitude without a latitude has no meaning.
    guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else {
      return ([], elements.count)
    }
    var values = [("longitude", longitude), ("latitude", latitude)]
    if numbers.count > 2, let altitude = numbers[2] { values.append(("altitude", altitude)) }
    return (values, elements.count - values.count)
  }

  /// Units from `README.md`. Negative accuracies, speeds and courses mean that the value is
  /// unknown; they are stored as they are.
  static let channels = DocumentedChannels([
    ("latitude", "deg"), ("longitude", "deg"), ("altitude", "m"), ("speed", "m/s"),
    ("course", "deg"), ("horizontal_accuracy", "m"), ("vertical_accuracy", "m"),
    ("speed_accuracy", "m/s"), ("course_accuracy", "deg"), ("battery_level", nil),
    ("distance", "m"), ("desired_accuracy", "m"), ("deferred", "m"), ("duration", "s"),
  ])
}
