/// The constants of an Android phone.
public struct AndroidPolicy: Sendable, Hashable {
  /// In which a service that was started with `startForegroundService` must be in foreground (AN1).
  public var startForegroundLimit: Duration

  /// The policy of an API level on a phone.
  public init(api version: SystemVersion, _ model: AndroidModel) {
    startForegroundLimit = AndroidFacts.startForegroundLimit(version)
  }
}
