import YobanSimulatedDevices

extension ServiceDeclaration {
  /// What iPhones and watches have in common.
  package static let appleSystem = ServiceDeclaration(
    ServiceEntry(LanguageService.init),
    findings: [
      .apiNewerThanDeploymentTarget, .apiNewerThanSystem,
    ])
}
