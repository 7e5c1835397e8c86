import Testing

@testable import CollectorImports

@Suite struct OverlandTests {
  let parser = OverlandParser()

  @Test func `the documented request becomes one row`() throws {
    let batch = try parser.parse(ForeignFormat.overland.example)
    #expect(
      batch.lines == [
        "overland.location: latitude[deg] longitude[deg] altitude[m] speed[m/s] "
          + "horizontal_accuracy[m] vertical_accuracy[m] battery_level desired_accuracy[m] "
          + "deferred[m] locations_in_payload pauses",
        "1443711600000000000 37.3318 -122.030581 0.0 4.0 30.0 -1.0 0.89 100.0 1000.0 1.0 0.0",
      ])
    #expect(batch.counts == [2, 0, 0, 0])
  }

  static func feature(_ properties: String, coordinates: String = "[2,1]") -> String {
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":\#(coordinates)},"properties":{\#(properties)}}"#
  }

  @Test func `visits, trips and log entries have streams of their own`() throws {
    let time = #""timestamp":"2024-01-01T00:00:00Z""#
    let batch = try parser.parse(
      """
      {"locations":[\(Self.feature(time + #","action":"visit","arrival_date":null"#)),
      \(Self.feature(time + #","type":"trip","distance":5.5,"steps":7"#)),
      {"type":"Feature","properties":{\(time),"action":"will_terminate","battery_level":0.5}}]}
      """)
    #expect(
      batch.lines == [
        "overland.action.visit: latitude[deg] longitude[deg]", "1704067200000000000 1.0 2.0",
        "overland.action.will_terminate: battery_level", "1704067200000000000 0.5",
        "overland.type.trip: latitude[deg] longitude[deg] distance[m] steps",
        "1704067200000000000 1.0 2.0 5.5 7.0",
      ])
  }

  @Test(
    arguments: [
      (#""speed":1"#, "[2,1]"), (#""timestamp":1704067200"#, "[2,1]"),
      (#""timestamp":null"#, "[2,1]"), (#""timestamp":"yesterday""#, "[2,1]"),
      (#""timestamp":"2024-01-01T00:00:00""#, "[2,1]"),
      (#""timestamp":"2024-02-30T00:00:00Z""#, "[2,1]"),
      (#""timestamp":"9999-01-01T00:00:00Z""#, "[2,1]"),
    ])
  func `a feature without a usable time is counted, and the others are used`(
    properties: String, coordinates: String
  ) throws {
    let good = Self.feature(#""timestamp":"1970-01-01T00:00:01Z""#)
    let bad = Self.feature(properties, coordinates: coordinates)
    let batch = try parser.parse(#"{"locations":[\#(good),\#(bad),5]}"#)
    #expect(
      batch.lines == ["overland.location: latitude[deg] longitude[deg]", "1000000000 1.0 2.0"])
    #expect(batch.counts == [0, 2, 0, 0])
  }

  @Test(
    arguments: [
      ("[2,1,7]", ["latitude", "longitude", "altitude", "speed"], 0),
      ("[2,1,null]", ["latitude", "longitude", "speed"], 1), ("[2]", ["speed"], 1),
      ("[2,1e400]", ["speed"], 2), (#"["x","y"]"#, ["speed"], 2), ("[]", ["speed"], 0),
      ("null", ["speed"], 0), (#"["2","1"]"#, ["speed"], 2),
    ] as [(String, [String], Int)])
  func `coordinates are used only in pairs`(
    coordinates: String, channels: [String], malformed: Int
  ) throws {
    let properties = #""timestamp":"2024-01-01T00:00:00Z","speed":1"#
    let feature = Self.feature(properties, coordinates: coordinates)
    let batch = try parser.parse(#"{"locations":[\#(feature)]}"#)
    #expect(batch.series.first?.channels.map(\.name) == channels)
    #expect(batch.malformedValueCount == malformed)
  }

  @Test func `a property named latitude does not replace the coordinate`() throws {
    let feature = Self.feature(#""timestamp":"1970-01-01T00:00:01Z","latitude":9"#)
    let batch = try parser.parse(#"{"locations":[\#(feature)]}"#)
    #expect(batch.lines.last == "1000000000 1.0 2.0")
    #expect(batch.counts == [0, 0, 1, 0])
  }

  @Test func `an empty array is accepted`() throws {
    let batch = try parser.parse(#"{"locations":[]}"#)
    #expect(batch.lines == [])
    #expect(batch.counts == [0, 0, 0, 0])
  }
}
