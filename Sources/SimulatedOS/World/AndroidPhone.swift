/// An Android phone.
///
/// Sendable like `Device`.
public final class AndroidPhone: Device, @unchecked Sendable {
  public private(set) lazy var android = AndroidService(self)

  override func makeServices() -> [any SystemService] {
    super.makeServices() + [android, android.sensors, android.radio]
  }

  /// In Doze, an app has no network (AN8).
  override func mayUseNetwork(_ process: AppProcess) -> Bool { android.mayUseNetwork(process) }

  public override func swipeAway(_ app: InstalledApp) async { await swipeFromRecents(app) }
}

extension InstalledApp {
  /// The device of this app, which uses Android's classes.
  package var androidPhone: AndroidPhone {
    guard let phone = device as? AndroidPhone else {
      preconditionFailure("\(definition.name) uses Android's classes, but runs on Apple's system")
    }
    return phone
  }
}
