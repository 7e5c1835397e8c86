extension ForeignFormat {
  /// Sensor Logger by Kelvin Choi for iOS and Android, setting "HTTP Push".
  ///
  /// Any status 200 accepts a message (awesome-sensor-logger, `README.md`, "Setting Up Server"). The documentation
  /// does not mention retries, so every message may be sent only once. Status 499 shows the text to the user
  /// (`README.md`). Old versions cannot send a header field.
  public static let sensorLogger = ForeignFormat(
    name: "sensor-logger", apps: "Sensor Logger", acceptsTokenInQuery: true,
    accepted: .json(#"{"result":"ok"}"#), refusalStatus: 499,
    // A part of a published message, with an entry of each kind of the documentation.
    example: """
      {"messageId":46,"sessionId":"c5ae-60","deviceId":"62be-97","payload":[
      {"name":"accelerometer","values":{"z":-0.5,"y":0.25,"x":-1},"accuracy":3,"time":1675646835546228200},
      {"name":"accelerometer","values":{"z":-0.5,"y":0.25,"x":-2},"accuracy":3,"time":1675646835536228200},
      {"name":"microphone","time":1675646835513000000,"values":{"dBFS":-160}},
      {"name":"battery","time":1675646835513000000,
       "values":{"batteryLevel":0.5,"batteryState":"full","lowPowerMode":false}},
      {"name":"bluetooth","time":1675646835513000001,"values":{"id":"DB:08","rssi":-79}},
      {"name":"annotation","time":1675646835513000002,"values":{"text":"12","millisecond_press_duration":40}},
      {"name":"bluetoothmetadata","time":1675646835513000002,"values":{"id":"A","name":"Ruuvi"}},
      {"name":"wrist motion","time":1675646835513000003,"values":{"rotationRateX":1,"gravityX":2}}]}
      """
  ) { SensorLoggerParser(times: PlausibleTimes(now: $0.receptionTime)) }
}

/// The parser for Sensor Logger's HTTP Push.
///
/// A message is `{"messageId":0,"sessionId":"…","deviceId":"…","payload":[…]}`, and an entry of the
/// payload is `{"name":"accelerometer","time":1698501144401773000,"values":{"x":…}}` with the time
/// in nanoseconds since 1970 UTC. Messages may arrive out of order, which does not matter here. On
/// Android, some entries have an `accuracy` from 0 to 3 beside `values`. Source of all this:
/// github.com/tszheichoi/awesome-sensor-logger, `README.md`, "Live Data Streaming", and
/// `PUSHING.md`, "Typescript Payload Schema". The message of the button "Tap to Test Pushing" has
/// the name `test`, the time 0 and an empty array as `values` (seen in published logs of such a
/// message).
///
/// The stream of an entry is `sensor-logger.` and its name. Bluetooth and Wi-Fi entries of
/// different transmitters have the same name, so the identifier of the transmitter is a further
/// part.
public struct SensorLoggerParser: ForeignParser {
  public let format = ForeignFormat.sensorLogger

  private let times: PlausibleTimes

  public init(times: PlausibleTimes = .all) { self.times = times }

  public func parse(_ body: [UInt8]) throws(ForeignFormatError) -> ForeignBatch {
    guard let entries = try JSONReader.readBody(body, format)["payload"]?.elements else {
      throw .otherContent(format, expected: "an object with the array \"payload\"")
    }
    var collector = EntryCollector(format: format)
    for (index, entry) in entries.enumerated() {
      add(entry, position: index + 1, to: &collector)
    }
    return try collector.finish()
  }

  private func add(
    _ entry: JSONValue, position: Int, to collector: inout EntryCollector
  ) {
    guard entry.members != nil else { return collector.addMalformed(position, "it is no object") }
    guard let name = entry["name"]?.name else {
      return collector.addMalformed(position, "the name is missing or longer than 256 bytes")
    }
    guard let members = entry["values"]?.members else { return collector.addOther() }
    let key = name.lowercased().filter { $0 != " " }
    var values = (Self.channels[key] ?? DocumentedChannels()).values(in: members)
    if let accuracy = entry["accuracy"], !accuracy.isNull {
      if entry["values"]?["accuracy"] == nil, let value = accuracy.measurement {
        values.cells.append(Cell(name: Array("accuracy".utf8), value: value))
      } else {
        values.malformedCount += 1
      }
    }
    guard collector.hasNumbers(values, position) else { return }
    guard let time = entry["time"]?.digits else {
      return collector.addMalformed(position, "the time is missing or no number")
    }
    let identifier = Self.identifiers[key].flatMap { entry["values"]?[$0]?.name }
    do {
      collector.add(
        [name] + (identifier.map { [$0] } ?? []),
        time: try times.time(
          time, in: .nanoseconds, otherwise: [.microseconds, .milliseconds, .seconds]), values)
    } catch {
      collector.addMalformed(position, error)
    }
  }

  /// The value that tells the transmitters of a sensor apart.
  private static let identifiers = ["bluetooth": "id", "bluetoothmetadata": "id", "wifi": "bssid"]

  /// The units of awesome-sensor-logger's `UNITS.md`, by the name of the sensor in lower case and
  /// without spaces. The unit of `accelerometeruncalibrated` is g on iOS and m/s² on Android, so it
  /// is not known here. The page gives the rotation rates of the wrist as `rotationX` and the
  /// messages as `rotationRateX`.
  static let channels: [String: DocumentedChannels] = [
    "accelerometer": axes("m/s²"), "gravity": axes("m/s²"), "totalacceleration": axes("m/s²"),
    "accelerometeruncalibrated": axes(nil), "gyroscope": axes("rad/s"),
    "gyroscopeuncalibrated": axes("rad/s"), "magnetometer": axes("µT"),
    "magnetometeruncalibrated": axes("µT"),
    "orientation": DocumentedChannels(
      attitude + [
        ("qx", nil), ("qy", nil), ("qz", nil), ("qw", nil),
      ]),
    "location": DocumentedChannels([
      ("latitude", "deg"), ("longitude", "deg"), ("altitude", "m"),
      ("altitudeAboveMeanSeaLevel", "m"), ("speed", "m/s"), ("bearing", "deg"),
      ("horizontalAccuracy", "m"), ("verticalAccuracy", "m"), ("speedAccuracy", "m/s"),
      ("bearingAccuracy", "deg"),
    ]),
    "barometer": DocumentedChannels([("relativeAltitude", "m"), ("pressure", "mbar")]),
    "microphone": DocumentedChannels([("dBFS", nil)]),
    "pedometer": DocumentedChannels([("steps", nil)]),
    "heartrate": DocumentedChannels([("bpm", "1/min")]),
    "light": DocumentedChannels([("lux", "lx")]),
    "brightness": DocumentedChannels([("brightness", nil)]),
    "battery": DocumentedChannels([("batteryLevel", nil), ("lowPowerMode", nil)]),
    "wifi": DocumentedChannels([("level", "dBm"), ("frequency", "MHz")]),
    "bluetooth": DocumentedChannels([("rssi", "dBm"), ("txPowerLevel", "dBm")]),
    "annotation": DocumentedChannels([("millisecond_press_duration", "ms")]),
    "wristmotion": DocumentedChannels(motion(gravity: "g")),
    "headphone": DocumentedChannels(attitude + motion(gravity: "m/s²")),
  ]

  private static let attitude: [(String, String?)] = [
    ("roll", "rad"), ("pitch", "rad"), ("yaw", "rad"),
  ]

  private static func axes(_ unit: String?) -> DocumentedChannels {
    DocumentedChannels([("x", unit), ("y", unit), ("z", unit)])
  }

  private static func motion(gravity: String) -> [(String, String?)] {
    let rates = ["X", "Y", "Z"].map { ("rotationRate" + $0, Optional("rad/s")) }
    let accelerations = ["X", "Y", "Z"].map { ("acceleration" + $0, Optional("g")) }
    let gravities = ["X", "Y", "Z"].map { ("gravity" + $0, Optional(gravity)) }
    let quaternion = ["W", "X", "Y", "Z"].map { ("quaternion" + $0, String?.none) }
    return rates + accelerations + gravities + quaternion
  }
}
