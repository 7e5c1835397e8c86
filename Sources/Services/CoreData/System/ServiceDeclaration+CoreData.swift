import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Core Data.
  package static let coreData = ServiceDeclaration(
    ServiceEntry(CoreDataService.init),
    rules: .coreData,
    findings: [.coredataMerged, .coredataNoModel, .coredataUnsaved, .coredataWrongQueue],
    facts: [
      .iOS: { PlatformRow.section("Core Data", at: "coreData", CoreDataPolicy.init) }
    ])
}
