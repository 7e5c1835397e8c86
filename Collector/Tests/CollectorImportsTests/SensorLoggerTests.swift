import Testing

@testable import CollectorImports

@Suite struct SensorLoggerTests {
  let parser = SensorLoggerParser()

  @Test func `a documented message becomes one series per sensor, by time`() throws {
    let batch = try parser.parse(ForeignFormat.sensorLogger.example)
    #expect(
      batch.lines == [
        "sensor-logger.accelerometer: x[m/s²] y[m/s²] z[m/s²] accuracy",
        "1675646835536228200 -2.0 0.25 -0.5 3.0",
        "1675646835546228200 -1.0 0.25 -0.5 3.0",
        "sensor-logger.annotation: millisecond_press_duration[ms]", "1675646835513000002 40.0",
        "sensor-logger.battery: batteryLevel lowPowerMode", "1675646835513000000 0.5 0.0",
        "sensor-logger.bluetooth.DB-3A08: rssi[dBm]", "1675646835513000001 -79.0",
        "sensor-logger.microphone: dBFS", "1675646835513000000 -160.0",
        "sensor-logger.wrist-20motion: rotationRateX[rad/s] gravityX[g]",
        "1675646835513000003 1.0 2.0",
      ])
    #expect(batch.counts == [1, 0, 0, 0])
  }

  @Test func `the message of the button Tap to Test Pushing is accepted`() throws {
    let batch = try parser.parse(
      #"{"deviceId":"e7","messageId":0,"payload":[{"name":"test","time":0,"values":[]}],"sessionId":"8a"}"#
    )
    #expect(batch.lines == [])
    #expect(batch.counts == [1, 0, 0, 0])
  }

  /// Each malformed entry stands between two good ones.
  @Test(
    arguments: [
      (#"{"name":"a","values":{"x":1}}"#, [0, 1, 0, 0]),
      (#"{"name":"a","time":null,"values":{"x":1}}"#, [0, 1, 0, 0]),
      (#"{"name":"a","time":"soon","values":{"x":1}}"#, [0, 1, 0, 0]),
      (#"{"name":"a","time":1e400,"values":{"x":1}}"#, [0, 1, 0, 0]),
      (#"{"name":"a","time":9223372036854775808,"values":{"x":1}}"#, [0, 1, 0, 0]),
      (#"{"name":"a","time":1,"time":2,"values":{"x":1}}"#, [0, 1, 0, 0]),
      (#"{"time":1,"values":{"x":1}}"#, [0, 1, 0, 0]),
      (#"{"name":7,"time":1,"values":{"x":1}}"#, [0, 1, 0, 0]),
      ("17", [0, 1, 0, 0]), ("null", [0, 1, 0, 0]), ("[]", [0, 1, 0, 0]),
      (#"{"name":"a","time":1,"values":{}}"#, [1, 0, 0, 0]),
      (#"{"name":"a","time":1,"values":null}"#, [1, 0, 0, 0]),
      (#"{"name":"a","time":1}"#, [1, 0, 0, 0]),
      (#"{"name":"a","time":1,"values":{"x":"1"}}"#, [1, 0, 0, 0]),
      (#"{"name":"a","time":1,"values":{"x":1e400}}"#, [0, 1, 0, 0]),
      (#"{"name":"a","time":1,"values":{"x":NaN}}"#, [0, 1, 0, 0]),
      (#"{"name":"a","time":1,"values":{"x":{"y":1}}}"#, [1, 0, 0, 0]),
      (#"{"name":"a","time":1,"values":{"x":1,"x":2}}"#, [0, 1, 0, 0]),
      (
        #"{"name":"a","time":1,"values":{"x":\#(String(repeating: "[", count: 9_999))\#(String(repeating: "]", count: 9_999))}}"#,
        [1, 0, 0, 0]
      ),
      (#"{"name":"good","time":7,"values":{"x":{"y":1},"y":[1]}}"#, [1, 0, 0, 0]),
      (#"{"name":"accelerometer","time":7,"values":{"x":"1"}}"#, [0, 1, 0, 0]),
      (#"{"name":"\ud800","time":1,"values":{"x":1}}"#, [0, 1, 0, 0]),
    ] as [(String, [Int])])
  func `one malformed entry leaves the others in use`(entry: String, counts: [Int]) throws {
    let good = #"{"name":"good","time":5,"values":{"x":1.5}}"#
    let later = #"{"name":"good","time":6,"values":{"x":2.5}}"#
    let batch = try parser.parse(#"{"payload":[\#(good),\#(entry),\#(later)]}"#)
    #expect(batch.lines == ["sensor-logger.good: x", "5 1.5", "6 2.5"])
    #expect(batch.counts == counts)
    #expect(batch.problems.map(\.position) == (counts[1] == 1 ? [2] : []))
  }

  @Test(
    arguments: [
      (#"1698501144401773000"#, 1_698_501_144_401_773_000),
      (#""1698501144401773001""#, 1_698_501_144_401_773_001),
      ("1.698501144401773e18", 1_698_501_144_401_773_000),
      ("1690316310896.9998", 1_690_316_310_896),
      ("-5", -5), ("0", 0), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
      ("1e-400", 0),
    ] as [(String, Int64)])
  func `times keep all their digits`(text: String, expected: Int64) throws {
    let batch = try parser.parse(#"{"payload":[{"name":"a","time":\#(text),"values":{"x":1}}]}"#)
    #expect(batch.series.first?.times == [expected])
  }

  @Test func `seventeen channels are divided into two streams`() throws {
    let values = (10..<27).map { #""c\#($0)":\#($0)"# }.joined(separator: ",")
    let batch = try parser.parse(#"{"payload":[{"name":"a","time":1,"values":{\#(values)}}]}"#)
    #expect(batch.series.map(\.stream) == ["sensor-logger.a", "sensor-logger.a-.2"])
    #expect(batch.series.map(\.channels.count) == [16, 1])
  }

  @Test func `rows with more than 16 channels in total are divided into two series`() throws {
    let entries = (10..<30).map { #"{"name":"a","time":\#($0),"values":{"c\#($0)":1}}"# }
    let batch = try parser.parse(#"{"payload":[\#(entries.joined(separator: ","))]}"#)
    #expect(batch.series.map(\.stream) == ["sensor-logger.a", "sensor-logger.a"])
    #expect(batch.series.map(\.times.count) == [16, 4])
  }

  @Test func `an accuracy beside the values does not replace one among them`() throws {
    let batch = try parser.parse(
      #"{"payload":[{"name":"a","time":1,"accuracy":3,"values":{"accuracy":7}}]}"#)
    #expect(batch.lines == ["sensor-logger.a: accuracy", "1 7.0"])
    #expect(batch.counts == [0, 0, 1, 0])
  }

  /// Comparing two such texts as Strings takes hours: Unicode sorts the combining characters.
  @Test func `names with many combining characters take no longer than others`() throws {
    let marks =
      String(repeating: "\u{301}", count: 500_000) + String(repeating: "\u{323}", count: 500_000)
    let body = """
      {"payload":[{"name":"\(marks)","time":1,"values":{"x":1}},\
      {"name":"wifi","time":1,"accuracy":1,"values":{"\(marks)":2,"bssid":"\(marks)"}}]}
      """
    let batch = try SensorLoggerParser().parse(Array(body.utf8))
    #expect(batch.malformedCount == 1)
    #expect(batch.series.count == 1)
    let message = #"{"_type":"\#(marks)","tst":1}"#
    let messages = Array("[\(message),{\"_type\":\"card\"}]".utf8)
    #expect(try OwnTracksParser().parse(messages).malformedCount == 1)
    let properties = #"{"timestamp":"2024-01-01T00:00:00Z","\#(marks)":1,"action":"\#(marks)"}"#
    let locations = Array(#"{"locations":[{"properties":\#(properties)}]}"#.utf8)
    #expect(try OverlandParser().parse(locations).series.count == 1)
    let line = "m f=\(marks),g=1 1000\n"
    let lines = try InfluxParser(precision: .nanoseconds, receptionTime: 0).parse(Array(line.utf8))
    #expect(lines.series.count == 1)
  }
}
