import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Network paths.
  package static let network = ServiceDeclaration(
    ServiceEntry(NetworkService.init),
    rules: .network,
    facts: [
      .iOS: { PlatformRow.section("Network", at: "network", NetworkPolicy.init) }
    ])
}
