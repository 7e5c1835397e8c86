import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// HealthKit and workouts.
  package static let health = ServiceDeclaration(
    ServiceEntry(HealthService.init),
    rules: .health,
    findings: [
      .healthkitMirrorNotValid, .healthkitNoDataSource, .healthkitNoMirroringHandler,
      .healthkitNotAuthorized,
      .healthkitNotEntitled, .healthkitNotRecovered,
      .healthkitStartedInBackground, .healthkitUpdateNotCompleted,
    ],
    permissions: [.health],
    facts: [
      .iOS: { PlatformRow.section("Health", at: "health", HealthPolicy.init) }
    ])
}
