import YobanSimulatedDevices

extension PrivacyPermission {
  public static let location = PrivacyPermission(
    "location", endsApp: false,
    androidNames: [
      "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_BACKGROUND_LOCATION",
    ],
    usageKeys: [
      "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription",
      "NSLocationWhenInUseUsageDescription",
    ])
}

extension LocationService: PermissionKeeper {
  package var permission: PrivacyPermission { .location }

  package func isPermitted(_ app: InstalledApp) -> Bool {
    [.always, .whenInUse].contains(authorization(of: app))
  }

  private static let withdrawnLocation = "withdrawn location"

  package func setPermitted(_ isPermitted: Bool, _ app: InstalledApp) {
    // The user gives the level back that the app had.
    let before = app.answers[Self.withdrawnLocation].flatMap(LocationAuthorization.init(rawValue:))
    app.answers[Self.withdrawnLocation] = isPermitted ? nil : authorization(of: app).rawValue
    setAuthorization(isPermitted ? before ?? .always : .denied, for: app)
  }
}

extension FaultKind {
  public static let locationWithdrawn = withdrawal(
    of: .location, "location-withdrawn", for: "location")
}
