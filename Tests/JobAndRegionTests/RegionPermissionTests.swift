import Foundation
import SimulatedOS
import Testing

@testable import Yoban

@Suite struct RegionPermissionTests {
  @Test(arguments: [
    Refusal.denied, .whenInUse, .approximate, .servicesOff,
  ])
  func `permission that is withdrawn is told, and what was missed when it is back (BC12)`(
    refusal: Refusal
  ) async throws {
    let stage = try await playRegions { stage in
      try await stage.wait(5)
      refusal.happen(stage)
      try await stage.wait(5)
      await stage.phone.goHome()
      try await stage.wait(60)
      stage.beacon.switchOn()
      try await stage.wait(60)
      #expect(stage.told.isEmpty)
      refusal.end(stage)
      await stage.phone.open(stage.app)
      try await stage.wait(10)
    }
    #expect(
      stage.news == [
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

    func happen(_ stage: RuntimeStage) {
      switch self {
      case .denied: stage.phone.location.setAuthorization(.denied, for: stage.app)
      case .whenInUse:
        stage.phone.location.upgradeAnswers["App"] = .keepOnlyWhileUsing
        stage.phone.location.setAuthorization(.whenInUse, for: stage.app)
      case .approximate: stage.phone.location.setPrecise(false, for: stage.app)
      case .servicesOff: stage.phone.location.setEnabled(false)
      }
    }

    func end(_ stage: RuntimeStage) {
      stage.phone.location.setEnabled(true)
      stage.phone.location.setPrecise(true, for: stage.app)
      stage.phone.location.setAuthorization(.always, for: stage.app)
    }
  }

  @Test func `a person who was never asked is asked, and may say no (BC13)`() async throws {
    var script = RegionScript()
    script.authorization = nil
    let stage = try await playRegions(script) { stage in
      stage.phone.location.answers["App"] = .never
      try await stage.wait(60)
    }
    #expect(stage.lines == ["launched", RegionProblem.denied.message])
    #expect(stage.registrations == 0)
  }
}
