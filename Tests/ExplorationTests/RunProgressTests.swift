import Foundation
import Testing

@testable import YobanExploration

/// A run may use 10 s of the processor. Each letter is one second of it: `w` works, `r` is ready but gets no
/// processor, `-` waits.
@Suite struct RunProgressTests {
  @Test(
    arguments: [
      ("wwwwwwwwww", .goesOn),
      ("wwwwwwwwwww", .tookTooLong),
      (String(repeating: "r", count: 1_000), .goesOn),
      (String(repeating: "-", count: 59), .goesOn),
      (String(repeating: "-", count: 60), .isBlocked),
      (String(repeating: "-", count: 59) + "r" + String(repeating: "-", count: 59), .goesOn),
      (String(repeating: "-", count: 59) + "w" + String(repeating: "-", count: 59), .goesOn),
      (String(repeating: "-", count: 59) + "r" + String(repeating: "-", count: 60), .isBlocked),
    ] as [(String, RunProgress.Verdict)])
  func `a run is given up when it uses too much time, or none for a minute`(
    seconds: String, expected: RunProgress.Verdict
  ) {
    // The process has made other runs before.
    var usage = ProcessUsage(processorTime: .seconds(500), isReady: false)
    var progress = RunProgress(limit: .seconds(10), start: usage)
    var verdicts: [RunProgress.Verdict] = []
    for second in seconds {
      if second == "w" { usage.processorTime += .seconds(1) }
      usage.isReady = second == "r"
      verdicts.append(progress.observe(usage))
    }
    #expect(verdicts.last == expected)
    #expect(verdicts.dropLast().allSatisfy { $0 == .goesOn })
  }

  @Test func `the kernel knows what a process uses`() throws {
    // This process has run until here, and one of its threads reads this.
    let usage = try #require(ProcessUsage(of: getpid()))
    #expect(usage.isReady)
    #expect(usage.processorTime > .zero)
    #expect(ProcessUsage(of: -1) == nil)
  }
}
