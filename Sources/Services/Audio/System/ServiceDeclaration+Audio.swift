import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Audio sessions, players and recorders.
  package static let audio = ServiceDeclaration(
    ServiceEntry(AudioService.init),
    rules: .audio,
    findings: [
      .audioCategoryStops, .audioLongFormActivation, .audioNoBackgroundMode, .audioNotLongForm,
      .audioSilentKeepalive,
    ],
    permissions: [.microphone],
    backgroundModes: ["audio"],
    facts: [
      .iOS: { PlatformRow.section("Audio", at: "audio", AudioPolicy.init) }
    ])
}
