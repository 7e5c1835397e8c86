import Foundation
import Testing
import YobanSimulatedOS

@testable import YobanReports

/// Tests that the words of a rule and the constants of the code say the same.
@Suite struct RuleConstantsTests {
  /// Times in what a rule says it simulates that no constant has, by the rule, each with its reason.
  private static let others: [String: [Duration: String]] = [
    "BT9": [.seconds(11): "the end of a wake that got a second event (8 to 9 s from that one)"],
    "FT3": [.seconds(25): "30 s without the lead of 5 s"],
  ]

  @Test(arguments: RuleBook.rules.map(\.code))
  func `each time that a rule simulates is a constant of it, or of a rule that it names`(
    _ code: String
  ) throws {
    let rule = try #require(RuleBook.rule(code))
    let named = [code] + rule.simulated.matches(of: /\b[A-Z]{1,3}\d+\b/).map { String($0.output) }
    let known = Set(named.flatMap(Self.times(ofConstants:)))
    let missing = Self.times(in: rule.simulated).subtracting(known)
    let others = Set((Self.others[code] ?? [:]).keys)
    #expect(missing == others, "\(code) says: \(rule.simulated)")
  }

  @Test(arguments: RuleBook.rules.map(\.code))
  func `a constant is not better known than its rule`(_ code: String) throws {
    let rule = try #require(RuleBook.rule(code))
    let grades = Set([rule.grade] + rule.details.map(\.grade))
    for row in RuleConstants.rows(of: code) {
      for entry in row.entries where entry.grade != .assumed {
        #expect(
          grades.contains(entry.grade),
          "\(row.option) is \(entry.grade.rawValue), but no sentence of \(code) is")
      }
    }
  }

  /// Constants whose number no sentence of their grade has, each with its reason.
  private static let inOtherWords: [String: String] = [
    "bluetooth.connectionGuidelines": "the formulas of Apple's guideline",
    "health.accessAfterLock": "ten minutes",
    "jobs.processingUsedWithin": "in the past week",
    "location.keepAliveWithoutRenewal": "about 30 min",
    "location.rangingPeriod": "one callback a second",
    "motion.activityKept": "seven days",
    "motion.altitudeInterval": "once a second",
    "motion.batchInterval": "one batch per second",
    "watch.dockRefreshInterval": "one per hour",
    "watch.refreshInterval": "four per hour",
  ]

  @Test func `the time of a constant that is known stands in a sentence of its grade`() {
    var unsaid: Set<String> = []
    for rule in RuleBook.rules {
      let sentences = [(rule.grade, rule.statement)] + rule.details.map { ($0.grade, $0.statement) }
      for row in RuleConstants.rows(of: rule.code) {
        for entry in row.entries where entry.grade != .assumed {
          let said = sentences.filter { $0.0 == entry.grade }.map { Self.times(in: $0.1) }
          let known = said.reduce(into: Set([Duration.zero])) { $0.formUnion($1) }
          if !Self.times(in: "\(entry.value)").isSubset(of: known) { unsaid.insert(row.option) }
        }
      }
    }
    #expect(unsaid == Set(Self.inOtherWords.keys))
  }

  @Test(arguments: [
    ("after 10 s", [Duration.seconds(10)]),
    ("100 to 900 ms", [.milliseconds(100), .milliseconds(900)]),
    ("every 1,022.5 ms, and 2 days", [.microseconds(1_022_500), .seconds(172_800)]),
    ("on iOS 7 to 12 and 30 s later", [.seconds(30)]), ("28 bytes", []),
    ("before iOS 7, 180 s", [.seconds(180)]),
    ("60, 120 and 240 s, and so on", [.seconds(60), .seconds(120), .seconds(240)]),
  ])
  func `times are found in a text`(text: String, times: [Duration]) {
    #expect(Self.times(in: text) == Set(times))
  }

  private static func times(ofConstants code: String) -> Set<Duration> {
    Set(RuleConstants.rows(of: code).flatMap { times(in: RuleConstants.values($0)) })
  }

  /// The times in a text: `8 to 11 s`, `60, 120 and 240 s`, `1,022.5 ms`.
  private static func times(in sentence: String) -> Set<Duration> {
    let number = #"\d[\d,]*(?:\.\d+)?"#
    let list = #"(?:\d[\d.]*, )+\d[\d.]* and \d[\d.]*|(?:\d[\d.]*, ){2,}\d[\d.]*"#
    let unit = "ms|milliseconds?|seconds?|minutes?|hours?|days?|min|s|h"
    let text = "(\(list)|\(number)(?:\\s*to\\s*\(number))?)[\\s-]*(\(unit))\\b"
    let pattern = try! Regex(text, as: (Substring, Substring, Substring).self)
    var times: Set<Duration> = []
    for match in sentence.matches(of: pattern) {
      let unit = units[String(match.output.2)] ?? units[String(match.output.2.dropLast())]
      for number in match.output.1.matches(of: /\d+(?:,\d{3})*(?:\.\d+)?/) {
        guard let unit, let value = Double(number.output.replacing(",", with: "")) else { continue }
        times.insert(.microseconds(Int64((value * unit * 1_000_000).rounded())))
      }
    }
    return times
  }

  private static let units: [String: Double] = [
    "ms": 0.001, "millisecond": 0.001, "s": 1, "second": 1, "min": 60, "minute": 60, "h": 3_600,
    "hour": 3_600, "day": 86_400,
  ]
}
