import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Watch Connectivity.
  package static let watchLink = ServiceDeclaration(
    ServiceEntry(WatchLinkService.init),
    rules: .watchLink,
    findings: [
      .wcComplicationPushLimit, .wcComplicationPushNotEntitled, .wcComplicationPushOnPhone,
      .wcComplicationPushRegistry, .wcFileLost, .wcFileNotMoved, .wcNoDelegate, .wcNotActivated,
      .wcPayloadTooLarge,
      .wcReceivedWithoutActivation,
    ],
    facts: [
      .watchOS: { PlatformRow.section("Watch link", at: "watchLink", WatchLinkPolicy.init) }
    ])
}
