import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanLocation

@Suite struct LocationPolicyTests {
  @Test func `the numbers of the default profile (BC1, BC4, BC8, BC11, BC16, LOC5, LOC7, LOC8)`() {
    let policy = LocationPolicy(iOS: 17)
    #expect(policy.regionLimit == 20)
    #expect(policy.beaconSlots == 30)
    #expect(policy.exitDelay == .seconds(30)...(.seconds(45)))
    #expect(policy.eventWake == .seconds(10))
    #expect(policy.rangingPeriod == .seconds(1))
    #expect(policy.rearming == .seconds(180))
    #expect(policy.circleDwell == .seconds(20))
    #expect(policy.reducedPeriod == .seconds(20 * 60) && policy.reducedAccuracy == 5_000)
    #expect(policy.significantDistance == 500 && policy.significantInterval == .seconds(300))
    #expect(policy.softwareEntryLatency.upperBound == .seconds(15 * 60))
    #expect(policy.softwareExitDelay.upperBound == .seconds(26 * 60))
    #expect((.seconds(29 * 60)...(.seconds(31 * 60))) == policy.keepAliveWithoutRenewal)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var rule: String
    /// The first version to which it applies.
    var since: SystemVersion
    var before: SystemVersion
    var holds: @Sendable (LocationPolicy) -> Bool
    var testDescription: String { "\(rule), iOS \(since)" }
  }

  static let changes: [Change] = [
    .init(rule: "LOC4", since: 16.4, before: 16.3) { $0.demandsUnfilteredUpdates },
    .init(rule: "LOC1", since: 9, before: 8.4) { $0.needsBackgroundConsent },
    .init(rule: "BC12", since: 14, before: 13.7) { $0.supportsReducedAccuracy },
    .init(rule: "BC13", since: 13, before: 12.5) { $0.alwaysIsProvisional },
    .init(rule: "BC13", since: 13, before: 12.5) { $0.offersOnce },
    .init(rule: "BC13", since: 8, before: 7.1) { !$0.asksByItself },
    .init(rule: "LOC9", since: 18, before: 17.6) { $0.supportsServiceSessions },
  ]

  @Test(arguments: changes)
  func `facts that changed with a version of iOS (BC12, BC13, LOC1, LOC4, LOC9)`(_ change: Change) {
    #expect(change.holds(LocationPolicy(iOS: change.since)))
    #expect(change.holds(LocationPolicy(iOS: 26)))
    #expect(!change.holds(LocationPolicy(iOS: change.before)))
  }

  @Test(arguments: [
    (SystemVersion(8), "NSLocationAlwaysUsageDescription"),
    (10.3, "NSLocationAlwaysUsageDescription"),
    (11, "NSLocationAlwaysAndWhenInUseUsageDescription"),
    (26, "NSLocationAlwaysAndWhenInUseUsageDescription"),
  ])
  func `the usage text that Always requires (LOC1)`(_ version: SystemVersion, _ key: String) {
    #expect(LocationPolicy(iOS: version).alwaysUsageKey == key)
  }

  @Test func `only phones older than the iPhone 5 lack beacon hardware (BC4, BC5)`() {
    #expect(PhoneModel.allCases.filter { !$0.hasBeaconHardware } == [.iPhone4S])
  }
}
