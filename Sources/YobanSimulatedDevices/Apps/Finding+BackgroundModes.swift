extension Finding {
  /// The values of `UIBackgroundModes` that are valid on iOS and that no service simulates.
  private static let otherModes = [
    "external-accessory", "nearby-interaction", "network-authentication", "newsstand-content",
    "push-to-talk",
  ]

  /// The finding for a value of `UIBackgroundModes` that is not one of those that the services simulate.
  static func backgroundMode(_ mode: String, simulated: [String]) -> Finding {
    if otherModes.contains(mode) {
      return Finding(
        .plistModeNotSimulated, rule: .l7,
        what: "UIBackgroundModes has \(mode), which the simulation does not follow.",
        remedy: "Expect the app to be suspended here where this mode would keep it running.")
    }
    return Finding(
      .plistUnknownMode, rule: .l7,
      what: "UIBackgroundModes has \(mode), which is not a background mode of iOS.",
      remedy: "Correct the spelling: \(simulated.joined(separator: ", ")).")
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
