/// How location updates keep an app running in background.
public struct LocationPolicy: Sendable, Hashable {
  /// How long processing goes on after the last renewal of a background task (LOC8, measured on
  /// iOS 16/17: about 30 min).
  public var keepAliveWithoutRenewal: ClosedRange<Duration> =
    .seconds(29 * 60)...(.seconds(31 * 60))
  /// How long a device lies still before updates are paused automatically (LOC3; length assumed).
  public var autoPauseAfter: ClosedRange<Duration> = .seconds(5 * 60)...(.seconds(15 * 60))
  /// From 16.4 on, updates go on in background only without a distance filter and with an accuracy
  /// of hundred metres or better (LOC4, community quoting a vendor engineer).
  public var demandsUnfilteredUpdates: Bool
  /// Longest desired accuracy, in metres, that `demandsUnfilteredUpdates` accepts (LOC4).
  public var coarsestBackgroundAccuracy = 100.0
  /// Time between two updates at an accuracy of ten metres or better (assumed).
  public var fineUpdateInterval: Duration = .seconds(1)
  /// Time between two updates at a coarser accuracy (assumed).
  public var coarseUpdateInterval: Duration = .seconds(10)
  /// How long the person takes to answer a permission dialogue (assumed).
  public var answerDelay: Duration = .seconds(2)

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) { demandsUnfilteredUpdates = version >= 16.4 }
}
