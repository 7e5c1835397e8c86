import Foundation
import Testing

@testable import YobanExperiments

/// Tests the times of lines that lack the date, the year or the zone.
@Suite struct LogClockTests {
  /// Times as written, and the milliseconds that pass from each to the next; nil if unknown.
  struct Case: Sendable, CustomTestStringConvertible {
    var times: [String]
    var passed: [Int?]

    init(_ times: String, _ passed: Int?...) {
      self.times = times.split(separator: ", ").map(String.init)
      self.passed = passed
    }

    var testDescription: String { times.joined(separator: ", ") }
  }

  static let cases = [
    Case("23:59:59.5, 00:00:00.5, 00:00:01", 1000, 500),
    Case("10:00:00+0900, 10:00:01+0900", 1000),
    // 10:00 in Tokyo is 01:00 in UTC; the phone's clock changes its zone.
    Case("10:00:00+0900, 02:00:05+0100", 5000),
    // Midnight in UTC is not midnight in Tokyo.
    Case("08:59:59+0900, 09:00:01+0900", 2000),
    // Two threads print around midnight.
    Case("23:59:59.9, 00:00:00.1, 23:59:59.9, 00:00:00.2", 200, 0, 300),
    Case("10:00:00, 09:00:00, 09:00:02", nil, 2000),
    Case("11:59:59 PM, 12:00:01 AM, 12:59:59 AM, 1:00:00 AM", 2000, 3_598_000, 1000),
    Case("11:59:59 AM, 12:00:01 PM, 12:00:02\u{202F}PM", 2000, 1000),
    // The year changes, and two threads print meanwhile.
    Case("Dec 31 23:59:59, Jan  1 00:00:01, Dec 31 23:59:59, Jan  1 00:00:02", 2000, nil, 3000),
    Case("Jan 31 23:59:59, Feb  1 00:00:00, Mar  1 00:00:00", 1000, 28 * 86_400_000),
    Case("Feb 28 23:59:59, Feb 29 00:00:00, Mar  1 00:00:00", 1000, 86_400_000),
    Case("Apr 30 23:59:59.5, May 1 00:00:00.25", 750),
    Case("2023-12-31 23:59:59.5, 2024-01-01 00:00:00.5", 1000),
    Case("2023-12-31 23:59:59+0000, 2024-01-01 09:00:01 +0900, 2024-01-01T00:00:03Z", 2000, 2000),
    // Times of different kinds cannot be compared.
    Case("2023-12-31 10:00:00Z, 2023-12-31 10:00:01", nil),
    Case("2023-12-31 10:00:00, 10:00:01, 12.5", nil, nil),
    Case("10:00:00, 10:00:01+0900", nil),
    Case("12.5, 13.75", 1250),
  ]

  @Test(arguments: cases) func `the time between two lines is known or unknown as the table says`(
    _ row: Case
  ) throws {
    let log = try DeviceLog(Data(row.times.map { "\($0) a" }.joined(separator: "\n").utf8))
    let times = log.lines.map(\.time)
    #expect(log.lines.allSatisfy { $0.time != nil && $0.text == "a" })
    let passed = zip(times, times.dropFirst()).map { first, second in
      LogTime.passed(from: first, to: second)?.time
    }
    #expect(passed == row.passed.map { $0.map { .milliseconds($0) } })
  }

  @Test(arguments: [
    "1:00:00 a", "13:00:00 PM a", "0:30:00 AM a", "10:00:00PMx a", "Dec 21 a", "Dec 10:00:00 a",
    "Dec 0 10:00:00 a", "10:00:00+090 a",
  ])
  func `a text that is no time stays in the text`(_ text: String) throws {
    let line = try #require(try DeviceLog(Data(text.utf8)).lines.first)
    #expect(line.time == nil)
    #expect(line.text == text)
  }

  @Test func `every one of very many midnights counts`() throws {
    let lines = String(repeating: "20:00:00 a\n04:00:00 b\n12:00:00 c\n", count: 10_000)
    let times = try DeviceLog(Data(lines.utf8)).lines.compactMap { $0.time?.instant }
    #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 == .seconds(8 * 3600) })
    #expect(times.count == 30_000)
  }
}
