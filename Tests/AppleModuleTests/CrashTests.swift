import Foundation
import Testing
import UIKit
import YobanTesting

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
    let codes = fixture.world.findings.map(\.code)
    #expect(codes == Array(repeating: "crash.again L21", count: row.findings))
  }
}
