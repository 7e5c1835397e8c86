import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Calls of CallKit, and VoIP pushes of PushKit.
  package static let calls = ServiceDeclaration(
    ServiceEntry(CallService.init),
    rules: .calls,
    findings: [
      .callActionNotPerformed, .callNotEntitled, .voipPushAsync, .voipPushBlocked,
      .voipPushNotReported, .voipPushRegistry, .voipPushTypeIgnored,
    ],
    facts: [
      .iOS: { PlatformRow.section("Calls", at: "calls", CallPolicy.init) }
    ])
}
