extension ForeignFormat {
  /// The advertisements of Bluetooth devices, as Theengs Gateway and OpenMQTTGateway decode them.
  ///
  /// Both publish it over MQTT; over HTTP, a program that receives it there can pass it on.
  public static let theengs = ForeignFormat(
    name: "theengs", apps: "Theengs and OpenMQTTGateway", accepted: .json(#"{"result":"ok"}"#),
    // The message of Theengs Gateway's docs/use/use.md, with the time that OpenMQTTGateway can add.
    example: """
      {"name":"F35285","id":"F3:52:85:00:11:22","rssi":-82,"brand":"BlueMaestro","model":"TempoDisc",
      "model_id":"BM_V23","tempc":24.1,"tempf":75.38,"hum":104.7,"dp":24.8,"volt":2.56,
      "mfr":"Blue Maestro Limited","UTCtime":"2023-12-26T19:10:20Z","unixtime":1703617820}
      """
  ) { request in
    TheengsParser(
      receptionTime: request.receptionTime, times: PlausibleTimes(now: request.receptionTime))
  }
}

/// The parser for the decoded advertisements of Bluetooth devices that Theengs Gateway and OpenMQTTGateway publish.
///
/// A message is one JSON object, `{"id":"F3:52:85:00:11:22","rssi":-82,"tempc":24.1}`. `id` is the address of the
/// device, and is always there (github.com/theengs/gateway, `docs/use/use.md`). A stream has the messages of one
/// device: `theengs.F35285001122`, with the address as it is in the topic. An array of messages is accepted for other
/// senders.
///
/// OpenMQTTGateway adds the time if it was built so, as `unixtime` in seconds since 1970 or as `UTCtime` in ISO 8601
/// (`main/User_config.h`, `message_unixtimestamp` and `message_UTCtimestamp`). Theengs Gateway never does. A message
/// without a time has the time of its reception.
public struct TheengsParser: ForeignParser {
  public let format = ForeignFormat.theengs
  /// The time of messages without a time, in nanoseconds since 1970.
  public let receptionTime: Int64

  private let times: PlausibleTimes

  public init(receptionTime: Int64, times: PlausibleTimes = .all) {
    self.receptionTime = receptionTime
    self.times = times
  }

  public func parse(_ body: [UInt8]) throws(ForeignFormatError) -> ForeignBatch {
    let root = try JSONReader.readBody(body, format)
    let messages = root.elements ?? [root]
    guard messages.isEmpty || messages.contains(where: { $0["id"]?.text != nil }) else {
      throw .otherContent(format, expected: "an object with the text \"id\"")
    }
    var collector = EntryCollector(format: format)
    for (index, message) in messages.enumerated() {
      add(message, position: index + 1, to: &collector)
    }
    return try collector.finish()
  }

  public func identityPrefix(for batch: ForeignBatch) -> [UInt8] {
    let reception = batch.usesReceptionTime ? "\(receptionTime)" : "-"
    return Array("\(format.name)\n\(reception)\n".utf8)
  }

  private func add(_ message: JSONValue, position: Int, to collector: inout EntryCollector) {
    guard let members = message.members, let id = message["id"]?.name, !id.isEmpty else {
      return collector.addMalformed(position, "the id is missing or longer than 256 bytes")
    }
    let values = Self.channels.values(in: members, except: ["id", "unixtime", "UTCtime"])
    guard collector.hasNumbers(values, position) else { return }
    let time: Int64
    do {
      switch try self.time(of: message) {
      case .none:
        collector.useReceptionTime()
        time = receptionTime
      case .some(.none):
        return collector.addMalformed(position, "unixtime or UTCtime is no time")
      case .some(.some(let sent)): time = sent
      }
    } catch {
      return collector.addMalformed(position, error)
    }
    collector.add([Self.address(id)], time: time, values)
  }

  /// The time of a message: nil if it has none, and a nil inside if it cannot be read.
  private func time(of message: JSONValue) throws(ImplausibleTime) -> Int64?? {
    if let seconds = message["unixtime"], !seconds.isNull {
      guard let digits = seconds.digits else { return .some(nil) }
      return .some(
        try times.time(
          digits, in: .seconds, otherwise: [.milliseconds, .microseconds, .nanoseconds]))
    }
    if let text = message["UTCtime"], !text.isNull {
      guard let time = text.text.flatMap(ISO8601Time.nanoseconds) else { return .some(nil) }
      return .some(try times.time(time))
    }
    return .none
  }

  /// Returns an address as it is in a topic, `F35285001122`. Other identifiers, such as the UUID of a beacon, stay.
  private static func address(_ id: String) -> String {
    let bytes = id.split(separator: ":", omittingEmptySubsequences: false)
    guard bytes.count == 6, bytes.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) })
    else { return id }
    return bytes.joined().uppercased()
  }

  /// The units of the properties in github.com/theengs/decoder, `src/devices/common_props.h` and the properties of the
  /// devices. `pres` is hPa, but bar for a tire, and `weight` is in the unit that is a text of the message: they have
  /// no unit here. The property of `tempf` is declared as °C; the value is in °F.
  static let channels = DocumentedChannels([
    ("rssi", "dBm"), ("tempc", "°C"), ("tempf", "°F"), ("hum", "%"), ("pres", nil),
    ("bpm", "1/min"),
    ("act_bpm", "1/min"), ("steps", nil), ("weight", nil), ("impedance", "Ω"), ("lux", "lx"),
    ("moi", "%"), ("fer", "µS/cm"), ("co2", "ppm"), ("pm25", "µg/m³"), ("pm10", "µg/m³"),
    ("for", "mg/m³"), ("accx", "m/s²"), ("accy", "m/s²"), ("accz", "m/s²"), ("x_axis", "m/s²"),
    ("y_axis", "m/s²"), ("z_axis", "m/s²"), ("distance", nil), ("lvl_cm", "cm"), ("tempc1", "°C"),
    ("tempc2", "°C"), ("tempc3", "°C"), ("tempc4", "°C"), ("tempc5", "°C"), ("tempc6", "°C"),
    ("dp", nil), ("batt", "%"), ("volt", "V"), ("txpower", "dBm"), ("energy", "kWh"),
    ("position", "%"), ("level", "%"), ("litres", "L"),
  ])
}
