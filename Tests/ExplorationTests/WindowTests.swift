import Testing
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
