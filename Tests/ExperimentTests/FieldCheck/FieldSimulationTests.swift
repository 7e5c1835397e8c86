import Foundation
import Testing
import YobanVirtualTime

@testable import YobanExperiments

/// Tests that the simulation and the log check agree: the rows that a simulated phone prints pass
/// the check.
@Suite struct FieldSimulationTests {
  /// Returns the rows as an app prints them, with or without times and the user's notes.
  private static func log(_ rows: [Row], times: Bool, notes: Bool) -> ArticleLog {
    ArticleLog(
      lines: rows.filter { notes || !$0.text.hasPrefix("(") }.map { row in
        let line = row.text + (row.state.map { " - [\($0)]" } ?? "")
        guard times else { return line }
        let nanoseconds = row.instant.nanoseconds
        let fraction = "00000000\(nanoseconds % 1_000_000_000)".suffix(9)
        return "\(nanoseconds / 1_000_000_000).\(fraction) \(line)"
      })
  }

  /// - Parameter amongAll: Whether the part must also be found among all parts of its experiment.
  private static func check(
    _ rows: [Row], _ part: String, seed: UInt64, amongAll: Bool
  ) throws {
    for (times, notes) in [(false, false), (true, false), (true, true)] {
      let log = log(rows, times: times, notes: notes)
      // A force-quit prints no row at all.
      guard log.lines.contains(where: { !$0.hasSuffix(")") || !$0.contains("(") }) else { continue }
      for name in [part] + (amongAll ? [String(part.prefix(2))] : []) {
        let report = try log.report(name)
        #expect(
          report.contradictions == [], "\(part), seed \(seed), times \(times), notes \(notes)")
      }
    }
  }

  private static let parts: [(name: String, part: Experiment.Part)] = FieldCheck.experiments
    .flatMap { id, _ in
      Experiment.all.filter { $0.id == id }.flatMap { experiment in
        experiment.parts.enumerated().map { ("\(id).\($0.offset + 1)", $0.element) }
      }
    }

  @Test(arguments: parts.indices)
  func `the simulated rows of every part contradict no rule`(_ index: Int) async throws {
    let (name, part) = Self.parts[index]
    for seed in 1...3 as ClosedRange<UInt64> {
      try Self.check(try await part.run(seed: seed).rows, name, seed: seed, amongAll: seed == 1)
    }
  }

  @Test
  func
    `every seed of E1.1 passes the check, and one prints exactly what S0 published (L7, BT9, BT20)`()
    async throws
  {
    let part = try #require(Self.parts.first { $0.name == "E1.1" }?.part)
    let published = try Self.canonical(ArticleLog.s0)
    var seedsAsPublished: [UInt64] = []
    for seed in 1...200 as ClosedRange<UInt64> {
      let rows = try await part.run(seed: seed).rows
      try Self.check(rows, "E1.1", seed: seed, amongAll: seed <= 3)
      let printed = try Self.canonical(Self.log(rows, times: false, notes: false))
      if printed == published { seedsAsPublished.append(seed) }
    }
    #expect(!seedsAsPublished.isEmpty, "no seed from 1 to 200 prints S0's rows from [0] to [20]")
  }

  /// Returns the rows from number 0 to number 20, in the form in which logs are compared.
  private static func canonical(_ log: ArticleLog) throws -> [FieldText] {
    let rows = try DeviceLog(Data(log.lines.joined(separator: "\n").utf8)).lines.map(\.row)
    let first = try #require(rows.firstIndex { $0.tick == 0 })
    let last = try #require(rows.firstIndex { $0.tick == 20 } ?? rows.indices.last)
    return rows[first...last].map { FieldText($0.text) }
  }
}
