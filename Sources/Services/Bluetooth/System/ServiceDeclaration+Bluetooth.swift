import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Core Bluetooth.
  package static let bluetooth = ServiceDeclaration(
    ServiceEntry(BluetoothService.init),
    rules: .bluetooth,
    findings: [
      .bleAccessoryNotSetUp, .bleAdvertisingFromBackground, .bleAdvertisingKeysIgnored,
      .bleConnectionWithoutMode,
      .bleNoDelegate, .bleNotSubscribedAgain, .bleObjectReleased, .bleRestoreMissingOrLate,
      .bleScanBackgroundBudget, .bleScanBackgroundNilServices, .bleScanBackgroundWithoutMode,
      .bleScanDuplicatesIgnored, .bleScanOverflowDark, .bleWriteDropped, .bleWrongState,
    ],
    permissions: [.bluetooth],
    backgroundModes: ["bluetooth-central", "bluetooth-peripheral"],
    facts: [
      .iOS: {
        PlatformRow.section("Bluetooth", at: "bluetooth", BluetoothPolicy.init)
          + PlatformRow.section(
            "Bluetooth", at: "bluetooth.restoration", BluetoothRestorationPolicy.init)
      }
    ])
}
