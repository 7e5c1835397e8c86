import YobanSimulatedDevices

/// What the user answers when an app, or the system, asks about the location.
extension LocationService {
  /// Plans the answer to the app's request for authorization. Default: the user grants what the app asks for.
  public func answer(_ answer: LocationAnswer, for app: InstalledApp) {
    plannedAnswers[app] = answer
  }

  /// Plans the answer to the system's question whether the app may keep the authorization Always. Default: the user
  /// keeps it (BC13).
  public func answerUpgrade(_ answer: LocationUpgradeAnswer, for app: InstalledApp) {
    plannedUpgradeAnswers[app] = answer
  }

  /// Plans whether the user grants the app temporary full accuracy. Default: yes.
  public func answerFullAccuracy(_ isAllowed: Bool, for app: InstalledApp) {
    plannedAccuracyAnswers[app] = isAllowed
  }

  @available(*, deprecated, message: "give the app: answer(_:for:)")
  public var answers: [String: LocationAnswer] {
    get { plannedAnswers.byName }
    set { plannedAnswers.byName = newValue }
  }

  @available(*, deprecated, message: "give the app: answerUpgrade(_:for:)")
  public var upgradeAnswers: [String: LocationUpgradeAnswer] {
    get { plannedUpgradeAnswers.byName }
    set { plannedUpgradeAnswers.byName = newValue }
  }

  @available(*, deprecated, message: "give the app: answerFullAccuracy(_:for:)")
  public var accuracyAnswers: [String: Bool] {
    get { plannedAccuracyAnswers.byName }
    set { plannedAccuracyAnswers.byName = newValue }
  }
}
