import Testing

@testable import CollectorImports

/// Bugs with which other receivers lost data, each with its report.
///
/// Bugs that only a running server can show, such as an answer before the commit, are tested with
/// the server.
@Suite struct OtherCollectorsTests {
  private static func feature(_ second: Int, _ latitude: Double, _ more: String = "") -> String {
    #"{"geometry":{"coordinates":[2,\#(latitude)]},"properties":{"timestamp":"2024-01-01T00:00:0\#(second)Z"\#(more)}}"#
  }

  private static func overland(_ features: String...) throws -> ForeignBatch {
    try OverlandParser().parse(#"{"locations":[\#(features.joined(separator: ","))]}"#)
  }

  /// github.com/Freika/dawarich/pull/2499: one conflicting point discarded 1,000 points.
  @Test func `one point that conflicts with another does not discard the batch`() throws {
    let batch = try Self.overland(
      Self.feature(1, 1.0), Self.feature(1, 1.00), Self.feature(1, 5), "{}", Self.feature(2, 6))
    #expect(batch.series.first?.times.count == 3)
    #expect(batch.counts == [0, 1, 0, 1])
  }

  /// github.com/Freika/dawarich/issues/1370: two different points of the same second conflicted.
  @Test func `two different points of the same second are both kept`() throws {
    let batch = try Self.overland(Self.feature(1, 1), Self.feature(1, 1.0000001))
    #expect(batch.series.first?.times.count == 2)
    #expect(batch.duplicateCount == 0)
  }

  /// github.com/aaronpk/Overland-iOS, `GLManager.m`: the next request contains the old points
  /// again.
  @Test func `a batch that is sent again with more points adds only the new ones`() throws {
    let first = try Self.overland(Self.feature(1, 1), Self.feature(2, 2))
    let again = try Self.overland(
      Self.feature(1, 1), Self.feature(2, 2), Self.feature(2, 7),
      Self.feature(3, 3, #","speed":1"#))
    let stored = first.series.flatMap { series in
      series.times.indices.map { series.identity(ofRow: $0) }
    }
    var series = try #require(again.series.first)
    #expect(series.removeRows(in: Set(stored)) == 2)
    #expect(series.times == [1_704_067_202_000_000_000, 1_704_067_203_000_000_000])
    #expect(series.values.count == 6)
    #expect(series.removeRows(in: Set(stored)) == 0)
  }

  /// github.com/home-assistant/core/issues/10676: locations without `acc` were dropped.
  /// github.com/tomyvi/php-tracks-recorder/issues/18: those without `cog` were answered with 500.
  @Test func `a location without any optional member is stored`() throws {
    let batch = try OwnTracksParser().parse(#"{"_type":"location","lat":1,"lon":2,"tst":3}"#)
    #expect(batch.lines == ["owntracks.location: lat[deg] lon[deg]", "3000000000 1.0 2.0"])
  }

  /// github.com/dontic/wayfinder/issues/36: points without `device_id` were acknowledged and lost.
  @Test func `points without a device identifier are stored`() throws {
    let batch = try Self.overland(Self.feature(1, 1))
    #expect(batch.series.first?.times.count == 1)
  }

  /// github.com/traccar/traccar/pull/3260 and github.com/julien-nc/phonetrack/pull/5: an error for
  /// a message without a position blocked all messages behind it.
  @Test func `a message without a position is answered with success`() throws {
    let transition = #"{"_type":"transition","event":"enter","tst":1}"#
    for body in ["", #"{"_type":"cmd"}"#, #"{"_type":"lwt","tst":1}"#, transition] {
      #expect(try OwnTracksParser().parse(body).series.isEmpty)
    }
  }

  /// github.com/julien-nc/phonetrack/issues/153 and github.com/owntracks/android/issues/2240: an
  /// answer of another form was treated as a failure.
  /// github.com/aaronpk/Overland-iOS/issues/174: without `{"result":"ok"}`, points are sent again.
  @Test(
    arguments: [
      (ForeignFormat.sensorLogger, 200, #"{"result":"ok"}"#),
      (.overland, 200, #"{"result":"ok"}"#), (.ownTracks, 200, "[]"), (.influx, 204, ""),
    ])
  func `every app receives the answer that it understands`(
    format: ForeignFormat, status: Int, body: String
  ) {
    #expect(format.accepted.status == status)
    #expect(format.accepted.body == body)
    #expect((format.accepted.contentType == nil) == body.isEmpty)
  }

  /// github.com/influxdata/telegraf/issues/2359: with `precision=s`, the times were in 1970.
  @Test func `the precision of the request is applied, and belongs to its identity`() throws {
    let body = "temperature value=21 1491601527"
    let seconds = InfluxParser(precision: .seconds, receptionTime: 0)
    let batch = try seconds.parse(body)
    #expect(batch.series.first?.times == [1_491_601_527_000_000_000])
    let nanoseconds = InfluxParser(precision: .nanoseconds, receptionTime: 0)
    #expect(seconds.identityPrefix(for: batch) != nanoseconds.identityPrefix(for: batch))
  }

  /// github.com/influxdata/influxdb/issues/4150: a second point with the same time replaced the
  /// first.
  @Test func `points with the same time and other values do not replace each other`() throws {
    let parser = InfluxParser(precision: .seconds, receptionTime: 0)
    let batch = try parser.parse("events n=600i 7\nevents n=700i 7\nevents n=600i 7")
    #expect(batch.lines == ["influx.events: n", "7000000000 600.0", "7000000000 700.0"])
    #expect(batch.duplicateCount == 1)
  }

  /// Equal requests without times are different measurements; equal requests with times are one.
  @Test func `the time of reception belongs to the identity only if it is used`() throws {
    let early = InfluxParser(precision: .seconds, receptionTime: 1)
    let late = InfluxParser(precision: .seconds, receptionTime: 2)
    for (body, isSameBatch) in [("m f=1", false), ("m f=1 5", true), ("m f=1\nm f=1 5", false)] {
      let prefixes = try [early, late].map { try $0.identityPrefix(for: $0.parse(body)) }
      #expect((prefixes[0] == prefixes[1]) == isSameBatch)
    }
  }

  /// github.com/influxdata/telegraf/issues/11005: one bad message stopped all others.
  @Test func `one bad line among 500 is counted and 499 are stored`() throws {
    let lines = (0..<500).map { $0 == 250 ? "bad" : "m f=\($0) \($0)" }
    let batch = try InfluxParser(precision: .seconds, receptionTime: 0)
      .parse(lines.joined(separator: "\n"))
    #expect(batch.series.first?.times.count == 499)
    #expect(batch.problems == [ForeignProblem(position: 251, reason: "the fields are missing")])
  }

  /// github.com/owntracks/recorder/issues/313: the order of arrival was taken for the order in
  /// time.
  @Test func `rows are in the order of their own times`() throws {
    let batch = try Self.overland(Self.feature(3, 3), Self.feature(1, 1), Self.feature(2, 2))
    #expect(batch.series.first.map { $0.times == $0.times.sorted() } == true)
    #expect(batch.series.first?.values == [1, 2, 2, 2, 3, 2])
  }

  /// The body of another app is the only case for a refusal, and it names the remedy.
  @Test func `a body of another format is refused with a text for the user`() throws {
    let parsers: [any ForeignParser] = [SensorLoggerParser(), OverlandParser(), OwnTracksParser()]
    for parser in parsers {
      for body in [#"{"other":1}"#, "17", "<html>", #"{"payload":{}}"#, #"{"locations":null}"#] {
        let error = #expect(throws: ForeignFormatError.self) { try parser.parse(body) }
        let answer = parser.format.refusal(for: try #require(error))
        #expect(answer.status == (parser.format == .sensorLogger ? 499 : 400))
        #expect(answer.body.contains("Check that"))
      }
    }
  }
}
