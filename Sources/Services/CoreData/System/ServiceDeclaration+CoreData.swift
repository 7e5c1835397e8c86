import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Core Data.
  package static let coreData = ServiceDeclaration(
    ServiceEntry(CoreDataService.init),
    rules: .coreData,
    findings: [.coredataMerged, .coredataNoModel, .coredataUnsaved, .coredataWrongQueue])
}
