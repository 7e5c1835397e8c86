import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// AccessorySetupKit.
  package static let accessorySetup = ServiceDeclaration(
    ServiceEntry(AccessorySetupService.init),
    rules: .accessorySetup + .setUpAccessories,
    findings: [.accessoryMigrationUnknown, .accessoryNotListed, .accessoryPickerRefused],
    facts: [
      .iOS: {
        PlatformRow.section("AccessorySetupKit", at: "accessorySetup", AccessorySetupPolicy.init)
      }
    ])
}
