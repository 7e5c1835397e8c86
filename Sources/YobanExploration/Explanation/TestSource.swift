/// Writes the Swift test that plays a failing run again.
enum TestSource {
  static func test(_ schedule: Schedule, _ failure: RunFailure) -> String {
    let faults = schedule.faults.map(\.words).joined(separator: ", then ")
    let name = faults.isEmpty ? "a run without faults" : faults
    // Backticks and some other characters cannot be part of a raw identifier.
    let safe = name.filter { $0 != "`" && $0 != "\\" && $0 != "/" && $0 != "." }
    let moments = schedule.faults.filter(\.anchor.isCall).map {
      "\n// The moment: \($0.words), \($0.momentWords)."
    }.joined()
    return """
      // Found by an exploration. This did not hold: \(failure.kind.words)\(moments)
      @Test func `\(safe)`() async throws {
        try await replay(
          "\(schedule)",
          scenario)
      }
      """
  }
}
