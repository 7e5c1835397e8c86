import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// The intents that the system performs for the user.
  package static let appIntents = ServiceDeclaration(
    ServiceEntry(AppIntentService.init),
    rules: .appIntents,
    findings: [.intentTimedOut],
    facts: [
      .iOS: { PlatformRow.section("App Intents", at: "appIntents", AppIntentPolicy.init) }
    ])
}
