import ClockOffsets
import CollectorContract
import Testing

/// The fields in which a device tells about its clocks.
@Suite struct ClockReportTests {
  typealias Exchange = ClockMeasurements.Exchange

  private static func exchange(
    _ clock: MeasuredClock, _ reference: MeasuredClock, _ stamps: [Int64]
  ) throws -> Exchange {
    Exchange(
      clock, to: reference,
      try #require(
        ClockExchange(
          sent: stamps[0], arrived: stamps[1], answered: stamps[2], returned: stamps[3])))
  }

  @Test func `the fields are as documented, and read as they were written`() throws {
    let report = ClockReport(
      stamp: ClockStamp(.recorded(since: 1_000), 2_000, wall: -3_000),
      exchanges: [
        try Self.exchange(.recorded(since: 1_000), .collector, [1_100, 5_000, 5_001, 1_200]),
        try Self.exchange(.recorded(since: 1_000), .relay(since: -7), [1_100, 50, 51, 1_200]),
        try Self.exchange(.relay(since: -7), .collector, [10, 5_000, 5_001, 20]),
      ])
    let fields = Dictionary(uniqueKeysWithValues: report.headerFields.map { ($0.name, $0.value) })
    #expect(
      fields == [
        "Yoban-Clock": "recorded:1000 2000 -3000",
        "Yoban-Clock-Exchanges":
          "recorded:1000 collector 1100 5000 5001 1200, recorded:1000 relay:-7 1100 50 51 1200, relay:-7 collector 10 5000 5001 20",
      ])
    #expect(
      ClockReport(clock: fields["Yoban-Clock"], exchanges: fields["Yoban-Clock-Exchanges"])
        == report)
    #expect(ClockReport().headerFields.isEmpty)
    #expect(ClockReport(clock: nil, exchanges: nil) == ClockReport())
  }

  @Test(arguments: [
    "", " ", "recorded:1 2", "recorded:1 2 3 4", "recorded: 2 3", "recorded 2 3", "collector 2 3",
    "other:1 2 3", "recorded:1:2 2 3", "recorded:1  2 3", "recorded:+1 2 3", "recorded:1 2.5 3",
    "recorded:1 0x2 3", "recorded:1 2 9223372036854775807", "recorded:1 2 99999999999999999999",
    "recorded:1 2 NaN", "recorded:1 2 3\n", "Recorded:1 2 3",
  ]) func `a clock that cannot be read is left out`(_ field: String) {
    #expect(ClockReport(clock: field, exchanges: nil).stamp == nil)
  }

  @Test(arguments: [
    "", ",", "recorded:1 collector 1 2 3", "recorded:1 collector 1 2 3 4 5",
    // The answer before the message, the way back before the way there, a stay longer than the absence.
    "recorded:1 collector 10 2 3 9", "recorded:1 collector 10 3 2 11",
    "recorded:1 collector 10 0 50 11",
    // Clocks that nobody compares.
    "collector recorded:1 1 2 3 4", "relay:1 recorded:1 1 2 3 4", "recorded:1 recorded:2 1 2 3 4",
    "relay:1 relay:2 1 2 3 4", "collector collector 1 2 3 4",
    "recorded:1 collector 9223372036854775807 2 3 9223372036854775807",
    "recorded:1 collector -9223372036854775808 2 3 4",
  ]) func `an exchange that cannot be read, or cannot be, is left out`(_ field: String) {
    #expect(ClockReport(clock: nil, exchanges: field).exchanges.isEmpty)
    // The others count.
    let good = "recorded:1 collector 10 2 3 12"
    #expect(ClockReport(clock: nil, exchanges: "\(good), \(field)").exchanges.count == 1)
    #expect(ClockReport(clock: nil, exchanges: "\(field),\(good)").exchanges.count == 1)
  }

  @Test func `long fields and many exchanges are limited`() throws {
    let good = "recorded:1 collector 10 2 3 12"
    let many = Array(repeating: good, count: 40).joined(separator: ",")
    #expect(ClockReport(clock: nil, exchanges: many).exchanges.count == 16)
    let long = Array(repeating: good, count: 200).joined(separator: ",")
    #expect(long.utf8.count > 4_096)
    #expect(ClockReport(clock: nil, exchanges: long).exchanges.isEmpty)
    #expect(
      ClockReport(clock: "recorded:1 2 3" + String(repeating: " ", count: 5_000), exchanges: nil)
        .stamp == nil)
    // The longest field of a device fits.
    let largest = Int64.max / 2
    let exchange = try Self.exchange(
      .recorded(since: -largest), .relay(since: -largest), [-largest, -largest, -largest, -largest])
    let fields = ClockReport(exchanges: Array(repeating: exchange, count: 40)).headerFields
    #expect(fields[0].value.utf8.count <= 4_096)
    #expect(ClockReport(clock: nil, exchanges: fields[0].value).exchanges.count == 16)
  }
}
