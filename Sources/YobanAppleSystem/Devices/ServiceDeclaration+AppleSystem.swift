import YobanSimulatedDevices

extension ServiceDeclaration {
  /// The parts that iPhones and watches have in common.
  package static let appleSystem = ServiceDeclaration(
    ServiceEntry(LanguageService.init),
    findings: [
      .apiNewerThanDeploymentTarget, .apiNewerThanSystem,
    ])
}
