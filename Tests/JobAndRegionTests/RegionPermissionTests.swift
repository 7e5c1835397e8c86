import Foundation
import Testing
import YobanTesting

@testable import Yoban

@Suite(.world(findings: [])) struct RegionPermissionTests {
  @Test(arguments: [
    Refusal.denied, .whenInUse, .approximate, .servicesOff,
  ])
  func
    `a withdrawn permission is reported, and missed events are reported when it is granted again (BC12)`(
      refusal: Refusal
    ) async throws
  {
    let fixture = try await startRegionApp()
    try await fixture.world.pass(.seconds(5))
    refusal.happen(fixture)
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.reported.isEmpty)
    refusal.end(fixture)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.linesWithoutProximity == [
        "launched", "watching", refusal.problem.message, "watching", "entered door",
      ])
  }

  enum Refusal: CustomTestStringConvertible {
    case denied, whenInUse, approximate, servicesOff

    var testDescription: String { "\(self)" }

    var problem: RegionProblem {
      switch self {
      case .denied: .denied
      case .whenInUse: .needsAlways
      case .approximate: .reducedAccuracy
      case .servicesOff: .locationServicesOff
      }
    }

    func happen(_ fixture: RuntimeFixture) {
      switch self {
      case .denied: fixture.phone.location.setAuthorization(.denied, for: fixture.app)
      case .whenInUse:
        fixture.phone.location.answerUpgrade(.keepOnlyWhileUsing, for: fixture.app)
        fixture.phone.location.setAuthorization(.whenInUse, for: fixture.app)
      case .approximate: fixture.phone.location.setPrecise(false, for: fixture.app)
      case .servicesOff: fixture.phone.location.setEnabled(false)
      }
    }

    func end(_ fixture: RuntimeFixture) {
      fixture.phone.location.setEnabled(true)
      fixture.phone.location.setPrecise(true, for: fixture.app)
      fixture.phone.location.setAuthorization(.always, for: fixture.app)
    }
  }

  @Test func `a user who was never asked is asked, and may refuse (BC13)`() async throws {
    var appFixture = RegionAppFixture()
    appFixture.authorization = nil
    let fixture = try await startRegionApp(appFixture)
    fixture.phone.location.answer(.never, for: fixture.app)
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.log.texts == ["launched", RegionProblem.denied.message])
    #expect(fixture.registrations == 0)
  }
}
