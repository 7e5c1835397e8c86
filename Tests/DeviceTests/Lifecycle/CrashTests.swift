import Foundation
import Testing
import UIKit
import YobanTesting

private func depth(_ count: Int) -> Int { count < 0 ? 0 : depth(count + 1) + count }

/// Tests the finding about an app that crashes again and again (L21).
@Suite struct CrashTests {
  enum End: Sendable {
    /// The app's own code ends the process.
    case exit(Int32)
    case jetsam
    /// The scenario ends the process as a crash does.
    case fault
    case reinstall
  }

  static let rows: [(ends: [End], findings: Int)] = [
    ([.exit(1)], 0),
    ([.exit(1), .exit(1)], 1),
    ([.exit(1), .exit(1), .exit(1)], 2),
    ([.exit(1), .exit(2)], 0),
    ([.exit(1), .jetsam, .exit(1)], 0),
    ([.exit(1), .reinstall, .exit(1)], 0),
    ([.fault, .fault], 0),
  ]

  @Test(.world(), arguments: rows)
  func `a crash of the app's own code is a finding if the launch before ended with the same (L21)`(
    _ row: (ends: [End], findings: Int)
  ) async throws {
    let fixture = try await startApp(AppFixture())
    for end in row.ends {
      await fixture.phone.open(fixture.app)
      switch end {
      case .exit(let status): await fixture.touch { exit(status) }
      case .jetsam: fixture.phone.jetsam(fixture.app)
      case .fault: fixture.app.process?.kill(.crash("a fault"))
      case .reinstall: try fixture.phone.reinstall(fixture.app)
      }
    }
    let expected = Array(repeating: Finding.Kind.crashAgain.by(.l21), count: row.findings)
    #expect(fixture.world.findings.are(expected))
  }

  private static let traps:
    [(name: String, body: @MainActor @Sendable ([Int]) -> Void, reason: String)] = [
      ("nil that is unwrapped", { _ = Int("\($0)")! }, "Unexpectedly found nil"),
      ("an index out of range", { _ = $0[7] }, "Index out of range"),
      (
        "fatalError", { fatalError("the \($0.count) numbers are wrong") }, "the 0 numbers are wrong"
      ),
      ("an overflow", { _ = $0.count - Int.max - 2 }, "a trap"),
      (
        "a cast that fails", { print(($0 as Any) as! String) },
        "Could not cast value of type"
      ),
      (
        "an object that is gone",
        { _ in
          unowned var object: NSObject
          do { object = NSObject() }
          print(object.hash)
        }, "unowned reference"
      ),
      ("a function that calls itself", { print(depth($0.count)) }, "a stack overflow"),
    ]

  @Test(.world(), arguments: traps.indices)
  func `a trap ends the app, and neither the device nor the test`(_ row: Int) async throws {
    let row = Self.traps[row]
    let fixture = try await startApp(AppFixture())
    await fixture.phone.open(fixture.app)
    await fixture.touch { row.body([]) }
    #expect(fixture.app.state == .notRunning)
    let end = try #require(fixture.app.terminations.last)
    guard case .crash(let reason) = end else {
      Issue.record("\(row.name): \(end)")
      return
    }
    #expect(reason.contains(row.reason))
    await fixture.phone.open(fixture.app)
    #expect(fixture.app.state == .active)
  }
}
