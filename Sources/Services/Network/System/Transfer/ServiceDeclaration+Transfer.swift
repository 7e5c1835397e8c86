import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Background transfers of `URLSession`, and the requests of an Android phone.
  package static let transfer = ServiceDeclaration(
    ServiceEntry(TransferService.init),
    rules: .transfer,
    findings: [
      .urlsessionEndedBeforeList, .urlsessionNotBegunAgain, .urlsessionOneAtATime,
      .urlsessionSameIdentifier, .urlsessionSettingNotSimulated,
    ],
    facts: [
      .iOS: { PlatformRow.section("Background transfers", at: "transfer", TransferPolicy.init) }
    ])
}
