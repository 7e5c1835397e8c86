import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Live Activities.
  package static let liveActivities = ServiceDeclaration(
    ServiceEntry(LiveActivityService.init),
    rules: .liveActivities,
    findings: [
      .liveActivityIgnored, .liveActivityNotStarted, .liveActivityTokenLost,
      .liveActivityUndecodable,
    ],
    facts: [
      .iOS: {
        PlatformRow.section("Live Activities", at: "liveActivities", LiveActivityPolicy.init)
      }
    ])
}
