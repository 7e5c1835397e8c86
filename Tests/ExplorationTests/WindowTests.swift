import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanExploration

@Suite struct WindowTests {
  private static func at(_ seconds: Double) -> VirtualInstant { .start + .seconds(seconds) }

  /// Returns the window of a fault that does harm between two times.
  private static func window(
    _ harmful: ClosedRange<Double>, around second: Double, runsMax: Int = 1_000
  ) async throws -> (window: HarmfulWindow, runs: Int) {
    var runs = 0
    let window = try await HarmfulWindow.find(
      around: at(second), in: at(0)...at(1_000)
    ) { instant in
      guard runs < runsMax else { return nil }
      runs += 1
      return (at(harmful.lowerBound)...at(harmful.upperBound)).contains(instant)
    }
    return (window, runs)
  }

  private struct Row {
    /// The edges of the harmful time, in seconds, and whether a run beyond each of them passes.
    var first: Double
    var last: Double
    var passesBefore: Bool
    var passesAfter: Bool
    var isShortened = false
    var sentence: String?
  }

  private static let rows = [
    Row(
      first: 5, last: 9, passesBefore: true, passesAfter: true,
      sentence:
        "It does harm from 00:00:05.000 (after App on phone: one) to 00:00:09.000 (before App on phone: two), for 4 s, and neither earlier nor later: App on phone is removed from memory."
    ),
    Row(
      first: 5, last: 9, passesBefore: true, passesAfter: false,
      sentence:
        "It does harm from 00:00:05.000 (after App on phone: one) on, and not earlier: App on phone is removed from memory."
    ),
    Row(
      first: 5, last: 9, passesBefore: false, passesAfter: true,
      sentence:
        "It does harm until 00:00:09.000 (before App on phone: two), and not later: App on phone is removed from memory."
    ),
    Row(
      first: 5, last: 9, passesBefore: false, passesAfter: false,
      sentence:
        "It does harm at every time that was tried: App on phone is removed from memory."),
    Row(first: 5, last: 5, passesBefore: false, passesAfter: false, sentence: nil),
    Row(
      first: 5, last: 5.001, passesBefore: true, passesAfter: true,
      sentence:
        "It does harm only at this moment, less than 2 ms long: App on phone is removed from memory, just after App on phone: one."
    ),
    Row(
      first: 5, last: 5.001, passesBefore: true, passesAfter: true, isShortened: true, sentence: nil
    ),
  ]

  @Test(arguments: rows.indices)
  func `one sentence says when a fault does harm, and nothing of times that were not tried`(
    _ index: Int
  ) {
    let row = Self.rows[index]
    let app = Subject(device: "phone", app: "App", launch: 1)
    let events = [(4.0, "one"), (10, "two")].map { second, words in
      RunEvent(
        instant: Self.at(second), subject: app, name: "output.line(\(words))", words: words,
        role: .other)
    }
    let fault = Fault(
      .jetsam, "phone/App", at: Anchor(subject: app, event: "output.line(one)"))
    let window = HarmfulWindow(
      passesBefore: row.passesBefore ? Self.at(row.first - 1) : nil,
      passesAfter: row.passesAfter ? Self.at(row.last + 1) : nil,
      first: Self.at(row.first), last: Self.at(row.last))
    #expect(
      WindowWords.sentence(
        fault, window, events, around: events, isShortened: row.isShortened) == row.sentence)
  }

  @Test(arguments: [(99.66, 100.0), (100.0, 100.34), (40.0, 700.0), (99.9995, 100.0005)])
  func `the edges are found to a hundredth of their distance, in few runs`(
    from: Double, to: Double
  ) async throws {
    let (window, runs) = try await Self.window(from...to, around: 100)
    #expect(runs < 50)
    for (edge, failing, passing) in [
      (from, window.first, window.passesBefore), (to, window.last, window.passesAfter),
    ] {
      let passing = try #require(passing)
      let tolerance = max(0.001, abs(edge - 100) / 100) + 1e-9
      #expect(abs((failing - Self.at(edge)).seconds) <= tolerance)
      #expect(abs((passing - failing).seconds) <= tolerance * 1.02)
    }
  }

  @Test func `a fault that harms at all times has no edges`() async throws {
    let (window, _) = try await Self.window(0...1_000, around: 100)
    #expect(window.passesBefore == nil && window.passesAfter == nil)
    #expect(window.first == Self.at(0) && window.last == Self.at(1_000))
  }

  @Test func `the search for the edges ends when no more runs are allowed`() async throws {
    let (window, runs) = try await Self.window(40...700, around: 100, runsMax: 3)
    #expect(runs == 3)
    #expect(window.first >= Self.at(40) && window.last <= Self.at(700))
  }
}
