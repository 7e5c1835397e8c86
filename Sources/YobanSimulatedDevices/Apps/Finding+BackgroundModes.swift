extension Finding {
  /// The values of `UIBackgroundModes` with an effect on a simulated phone.
  static let simulatedModes = [
    "audio", "bluetooth-central", "bluetooth-peripheral", "fetch", "location", "processing",
    "remote-notification", "voip",
  ]
  /// The values that are valid on iOS but have no effect here.
  static let otherModes = [
    "external-accessory", "nearby-interaction", "network-authentication", "newsstand-content",
    "push-to-talk",
  ]

  /// Returns the finding for a value of `UIBackgroundModes`; nil if the simulation supports it.
  static func backgroundMode(_ mode: String) -> Finding? {
    if simulatedModes.contains(mode) { return nil }
    if otherModes.contains(mode) {
      return Finding(
        .plistModeNotSimulated, rule: .l7,
        what: "UIBackgroundModes has \(mode), which the simulation does not follow.",
        remedy: "Expect the app to be suspended here where this mode would keep it running.")
    }
    return Finding(
      .plistUnknownMode, rule: .l7,
      what: "UIBackgroundModes has \(mode), which is not a background mode of iOS.",
      remedy: "Correct the spelling: \(simulatedModes.joined(separator: ", ")).")
  }
}

extension Finding.Kind {
  /// The Info.plist lacks a key.
  public static let plistMissingKey = Self("plist.missing-key")
  /// The Info.plist has a background mode that the simulation does not follow.
  public static let plistModeNotSimulated = Self("plist.mode-not-simulated")
  /// The Info.plist has a value that is no background mode.
  public static let plistUnknownMode = Self("plist.unknown-mode")
}
