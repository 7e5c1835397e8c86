extension ForeignFormat {
  /// OwnTracks for iOS and Android in HTTP mode.
  ///
  /// The answer is an array of messages for the app, here none (owntracks.org/booklet/tech/http). Versions of the
  /// Android app before 2.5.9 send a message again after a body of another form (owntracks/android issue 2240). After
  /// a refusal, the iOS app discards the message (owntracks/ios issue 665), and the Android app sends it again after
  /// every status outside of 2xx, and later messages wait (owntracks/android, `HttpMessageProcessorEndpoint.kt`).
  public static let ownTracks = ForeignFormat(
    name: "owntracks", apps: "OwnTracks", accepted: .json("[]"),
    example: """
      {"_type":"location","acc":4,"alt":860,"batt":42,"bs":1,"cog":9,"conn":"m","lat":42.629982,
      "lon":-0.327211,"p":91.411,"tid":"6E","tst":1636898803,"vac":4,"vel":51,"inregions":[],
      "topic":"owntracks/jane/phone","created_at":1636898804}
      """
  ) { OwnTracksParser(times: PlausibleTimes(now: $0.receptionTime)) }
}

/// The parser for OwnTracks in HTTP mode, which sends one JSON object in each request.
///
/// The kind of a message is its `_type`, and its time is `tst` in seconds since 1970. Source:
/// owntracks.org/booklet/tech/json and /http (github.com/owntracks/booklet, `docs/tech`).
///
/// | `_type` | Stream |
/// | --- | --- |
/// | `location` | `owntracks.location` |
/// | `transition` | `owntracks.transition` |
/// | `steps` | `owntracks.steps` |
/// | `beacon` | `owntracks.beacon`, then UUID, major and minor |
/// | every other one | none: it is counted as other |
///
/// A time that is written as a string is accepted, and other numbers in strings are not. The Android app sends an
/// empty body when the user removes a contact (`MessageClear` in github.com/owntracks/android); it
/// is accepted too, because every refused message blocks those behind it. Encrypted messages are
/// stored as they are and not decrypted. An array of messages is accepted for other senders.
public struct OwnTracksParser: ForeignParser {
  public let format = ForeignFormat.ownTracks

  private let times: PlausibleTimes

  public init(times: PlausibleTimes = .all) { self.times = times }

  public func parse(_ body: [UInt8]) throws(ForeignFormatError) -> ForeignBatch {
    var collector = EntryCollector(format: format)
    guard !JSONReader.isBlank(body) else {
      collector.addOther()
      return try collector.finish()
    }
    let root = try JSONReader.readBody(body, format)
    let messages = root.elements ?? [root]
    guard messages.isEmpty || messages.contains(where: { $0["_type"]?.text != nil }) else {
      throw .otherContent(format, expected: "an object with the text \"_type\"")
    }
    for (index, message) in messages.enumerated() {
      add(message, position: index + 1, to: &collector)
    }
    return try collector.finish()
  }

  private func add(
    _ message: JSONValue, position: Int, to collector: inout EntryCollector
  ) {
    guard let members = message.members, let type = message["_type"]?.name else {
      return collector.addMalformed(position, "the _type is missing or longer than 256 bytes")
    }
    guard let channels = Self.channels[type] else { return collector.addOther() }
    guard let tst = message["tst"]?.digits else {
      return collector.addMalformed(position, "tst is missing or no number")
    }
    var parts = [type]
    var excluded = ["_type", "tst"]
    if type == "beacon" {
      let identity = ["uuid", "major", "minor"]
      parts += identity.map { message[$0]?.name ?? message[$0]?.digits ?? "" }
      excluded += identity
    }
    let values = channels.values(in: members, except: excluded)
    guard collector.hasNumbers(values, position) else { return }
    do {
      collector.add(
        parts,
        time: try times.time(
          tst, in: .seconds, otherwise: [.milliseconds, .microseconds, .nanoseconds]), values)
    } catch {
      collector.addMalformed(position, error)
    }
  }

  /// The messages with numbers, with the units of the booklet: the speed is in km/h, the pressure
  /// in kPa and the battery level in percent.
  static let channels: [String: DocumentedChannels] = [
    "location": DocumentedChannels([
      ("lat", "deg"), ("lon", "deg"), ("alt", "m"), ("acc", "m"), ("vac", "m"), ("vel", "km/h"),
      ("cog", "deg"), ("p", "kPa"), ("batt", "%"), ("bs", nil), ("m", nil), ("rad", "m"),
      ("created_at", "s"),
    ]),
    "transition": DocumentedChannels([
      ("lat", "deg"), ("lon", "deg"), ("acc", "m"), ("wtst", "s"),
    ]),
    "steps": DocumentedChannels([("steps", nil), ("from", "s"), ("to", "s")]),
    "beacon": DocumentedChannels([("rssi", "dB"), ("acc", "m"), ("prox", nil)]),
  ]
}
