import Testing

@testable import CollectorImports

/// A time in a wrong unit is not stored, and the refusal names the unit.
@Suite struct PlausibleTimesTests {
  /// 2026-11-24T06:00:00Z.
  private static let now: Int64 = 1_795_500_000_000_000_000
  private static let second: Int64 = 1_000_000_000
  private static let day = 86_400 * second

  private static func parser(
    _ format: ForeignFormat, precision: String? = nil
  ) throws -> any ForeignParser {
    try format.parser(ForeignRequest(precision: precision, receptionTime: now))
  }

  private static func sensorLogger(_ times: String...) -> String {
    let entries = times.map { #"{"name":"a","time":\#($0),"values":{"x":1}}"# }
    return #"{"payload":[\#(entries.joined(separator: ","))]}"#
  }

  private static func ownTracks(_ tst: String) -> String {
    #"{"_type":"location","lat":1,"lon":2,"tst":\#(tst)}"#
  }

  private static func overland(_ timestamp: String) -> String {
    #"{"locations":[{"geometry":{"coordinates":[2,1]},"properties":{"timestamp":"\#(timestamp)"}}]}"#
  }

  @Test(
    arguments: [
      (946_684_800 * second, true), (946_684_800 * second - 1, false), (now, true),
      (now + 366 * day, true), (now + 366 * day + 1, false), (0, false), (.min, false),
      (.max, false),
    ] as [(Int64, Bool)])
  func `a time is plausible from 2000 to a year ahead`(time: Int64, isPlausible: Bool) throws {
    let lines = try Self.parser(.influx).parse("m f=1 \(time)\nm f=2 \(Self.now)\n")
    #expect(lines.malformedCount == (isPlausible ? 0 : 1))
    #expect(lines.series.first?.times.contains(time) == isPlausible)
  }

  @Test func `a collector whose clock was never set takes the times of today`() throws {
    let parser = try ForeignFormat.influx.parser(ForeignRequest(precision: nil, receptionTime: 5))
    // 2026-06-01.
    #expect(try parser.parse("m f=1 1780272000000000000").malformedCount == 0)
  }

  /// The same moment in every unit, with every unit as the precision of the request.
  @Test(arguments: TimeUnit.allCases, TimeUnit.allCases)
  func `the unit of the lines is found`(sent: TimeUnit, named: TimeUnit) throws {
    let count: [TimeUnit: String] = [
      .nanoseconds: "1704067200000000000", .microseconds: "1704067200000000",
      .milliseconds: "1704067200000", .seconds: "1704067200", .minutes: "28401120",
      .hours: "473352",
    ]
    let parser = try Self.parser(.influx, precision: named.rawValue)
    let body = try "m f=1 \(#require(count[sent]))"
    guard sent != named else {
      #expect(try parser.parse(body).series.first?.times == [1_704_067_200_000_000_000])
      return
    }
    let error = try #require(throws: ForeignFormatError.self) { try parser.parse(body) }
    #expect(error.code == "implausible-time")
    #expect(error.description.contains("as \(named) is "))
    #expect(error.description.contains("it is probably in \(sent), in entry 1"))
    #expect(error.description.contains("Add precision=\(sent.rawValue) to the URL"))
  }

  @Test(
    arguments: [
      (ForeignFormat.sensorLogger, sensorLogger("1704067200000"), "milliseconds", 499),
      (.sensorLogger, sensorLogger("1704067200.5"), "seconds", 499),
      (.sensorLogger, sensorLogger(#""1704067200000000""#), "microseconds", 499),
      (.ownTracks, ownTracks("1704067200000"), "milliseconds", 400),
      (.ownTracks, ownTracks("1704067200000000"), "microseconds", 400),
      (.ownTracks, ownTracks("1704067200000000000"), "nanoseconds", 400),
    ])
  func `a message in another unit is refused with the name of the unit`(
    format: ForeignFormat, body: String, unit: String, status: Int
  ) throws {
    let error = try #require(throws: ForeignFormatError.self) {
      try Self.parser(format).parse(body)
    }
    let answer = format.refusal(for: error)
    #expect(answer.status == status)
    #expect(answer.body.contains("it is probably in \(unit), in entry 1"), "\(answer.body)")
    let wanted = format == .ownTracks ? "seconds" : "nanoseconds"
    #expect(answer.body.hasSuffix(" Send the times in \(wanted) since 1970."))
  }

  /// An app would send a refused message for ever, or discard it; nobody can change the clock of the past.
  @Test(
    arguments: [
      (ForeignFormat.sensorLogger, sensorLogger("5", "86400000000000")),
      (.ownTracks, ownTracks("3600")),
      (.overland, overland("1970-01-01T00:00:05Z")), (.overland, overland("2099-01-01T00:00:00Z")),
    ])
  func `a message of a phone with a wrong clock is accepted and counted`(
    format: ForeignFormat, body: String
  ) throws {
    let batch = try Self.parser(format).parse(body)
    #expect(batch.series.isEmpty)
    #expect(batch.malformedCount == (format == .sensorLogger ? 2 : 1))
    let reason = try #require(batch.problems.first?.reason)
    #expect(
      reason.hasSuffix("before the year 2000") || reason.hasSuffix("more than a year ahead"),
      "\(reason)")
  }

  @Test func `lines of a wrong clock are refused, because no sender of lines is blocked`() throws {
    let error = #expect(throws: ForeignFormatError.self) {
      try Self.parser(.influx).parse("m f=1 5\nm f=2 6\n")
    }
    #expect(error?.description.contains("Check the clock") == true)
  }

  @Test func `among entries with good times, one in another unit is counted`() throws {
    let body = Self.sensorLogger("1704067200000000000", "1704067201000")
    let batch = try Self.parser(.sensorLogger).parse(body)
    #expect(batch.series.first?.times == [1_704_067_200_000_000_000])
    #expect(
      batch.problems == [
        ForeignProblem(
          position: 2,
          reason: "the time as nanoseconds is before the year 2000; it is probably in milliseconds")
      ])
  }
}
