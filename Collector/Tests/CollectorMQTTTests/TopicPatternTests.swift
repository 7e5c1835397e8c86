import CollectorImports
import Testing

@testable import CollectorMQTT

@Suite struct TopicPatternTests {
  /// The rows with + and # are the examples of MQTT 3.1.1, section 4.7.1.
  @Test(
    arguments: [
      ("sport/tennis/player1/#", "sport/tennis/player1", []),
      ("sport/tennis/player1/#", "sport/tennis/player1/ranking", []),
      ("sport/tennis/player1/#", "sport/tennis/player1/score/wimbledon", []),
      ("sport/#", "sport", []), ("#", "a/b", []),
      ("sport/tennis/+", "sport/tennis/player1", []),
      ("sport/tennis/+", "sport/tennis/player1/ranking", nil),
      ("sport/+", "sport", nil), ("sport/+", "sport/", []), ("+/+", "/finance", []),
      ("/+", "/finance", []), ("+", "/finance", nil),
      ("#", "$SYS/uptime", nil), ("+/uptime", "$SYS/uptime", nil), ("$SYS/#", "$SYS/uptime", []),
      ("sensor-logger", "sensor-logger", []), ("sensor-logger", "Sensor-Logger", nil),
      ("owntracks/{device}/{device}", "owntracks/jane/phone", ["jane", "phone"]),
      ("owntracks/{device}/{device}", "owntracks/jane/phone/event", nil),
      ("owntracks/{device}/{device}/#", "owntracks/jane/phone", ["jane", "phone"]),
      ("owntracks/+/{device}", "owntracks//phone", ["phone"]),
      ("home/+/BTtoMQTT/{device}", "home/gateway/BTtoMQTT/A4C138000000", ["A4C138000000"]),
      ("home/+/BTtoMQTT/{device}", "home/gateway/LWT", nil),
    ] as [(String, String, [String]?)])
  func `a pattern matches as a filter does, and names the device`(
    text: String, topic: String, device: [String]?
  ) throws {
    #expect(try TopicPattern(text).deviceParts(of: topic) == device)
  }

  @Test func `the broker receives a filter without the names`() throws {
    #expect(try TopicPattern("a/{device}/+/{device}/#").filter == "a/+/+/+/#")
    #expect(try TopicPattern("a/+").namesDevice == false)
    #expect(try TopicPattern("{device}").namesDevice)
  }

  @Test(
    arguments: [
      "", "a/#/b", "a#", "a/b+", "{device}x", "{name}", "$share/group/a", "a\u{0}",
      String(repeating: "a", count: 65_536),
    ])
  func `another text is refused`(text: String) {
    #expect(throws: TopicPatternError.self) { try TopicPattern(text) }
  }

  @Test func `the usual topics of a format are patterns`() throws {
    for format in ForeignFormat.all {
      for topic in format.standardTopics { #expect(throws: Never.self) { try TopicPattern(topic) } }
    }
    #expect(ForeignFormat.ownTracks.standardTopics.count == 4)
  }
}
