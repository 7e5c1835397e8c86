import Testing

import YobanSimulatedOS
@testable import YobanHealth

@Suite struct HealthAuthorityTests {
  static let answers:
    [(answer: HealthAnswer, workouts: HealthAuthorization, steps: HealthAuthorization)] = [
      (.allowsAll, .sharingAuthorized, .sharingAuthorized),
      (.deniesAll, .sharingDenied, .sharingDenied),
      (.allowsSharing(["workouts"]), .sharingAuthorized, .sharingDenied),
    ]

  @Test(arguments: answers.indices)
  func `the user is asked once for each type (WK2)`(_ row: Int) {
    let (answer, workouts, steps) = Self.answers[row]
    var authority = HealthAuthority()
    #expect(authority.status("workouts") == .notDetermined)
    #expect(authority.mustAsk(share: ["workouts"], read: []))
    authority.answered(answer, share: ["workouts", "steps"], read: ["steps"])
    #expect(authority.status("workouts") == workouts)
    #expect(authority.status("steps") == steps)
    #expect(!authority.mustAsk(share: ["workouts", "steps"], read: ["steps"]))
    #expect(authority.mustAsk(share: [], read: ["pulse"]))
    authority.answered(.allowsAll, share: ["workouts"], read: [])
    #expect(authority.status("workouts") == workouts, "an answer stays")
    authority.set(workouts == .sharingDenied, sharing: "workouts")
    #expect(authority.status("workouts") != workouts)
  }
}
