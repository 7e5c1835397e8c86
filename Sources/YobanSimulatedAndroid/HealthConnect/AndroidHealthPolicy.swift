import YobanPlatformProfiles

/// The constants of Health Connect on an Android phone.
public struct AndroidHealthPolicy: Policy, Sendable, Hashable {
  /// Whether Health Connect is a part of the system (AN26).
  @Fact(
    "Health Connect is a part of the system", "AN26", .always(false, .documented),
    .since(34, true, .documented))
  public var isAvailable: Bool
  /// Whether the user can allow an app to read the records of others in background (AN26).
  @Fact(
    "an app can be allowed to read health records in background", "AN26",
    .always(false, .documented), .since(35, true, .documented))
  public var allowsBackgroundReads: Bool
  /// The time for which an app still counts as in foreground after it left the screen (AN26).
  @Fact(
    "after it left the screen, an app can read health records for", "AN26",
    .always(.seconds(5), .documented))
  public var foregroundGrace: Duration
  /// The time after which a changes token is invalid (AN27).
  @Fact("a changes token is valid for", "AN27", .always(.seconds(30 * 86_400), .documented))
  public var tokenLifetime: Duration
  /// The age, at the app's first health permission, of the oldest records of others that it can read (AN28).
  @Fact(
    "before its first permission, an app can read health records of others from", "AN28",
    .always(.seconds(30 * 86_400), .documented))
  public var historyBeforeGrant: Duration
  /// The shorter period for which calls are counted (AN29).
  @Fact("calls of Health Connect are counted in", "AN29", .always(.seconds(15 * 60), .documented))
  public var shortQuotaPeriod: Duration
  /// The longer period for which calls are counted, too (AN29).
  @Fact(
    "calls of Health Connect are also counted in", "AN29", .always(.seconds(24 * 3600), .documented)
  )
  public var longQuotaPeriod: Duration
  /// The reads and calls for changes in the shorter period, in foreground (AN29).
  @Fact("reads in foreground in the shorter period", "AN29", .always(2_000, .documented))
  public var foregroundReads: Int
  /// The reads and calls for changes in the longer period, in foreground (AN29).
  @Fact("reads in foreground in the longer period", "AN29", .always(16_000, .documented))
  public var foregroundReadsLong: Int
  /// The reads and calls for changes in the shorter period, in background (AN29).
  @Fact("reads in background in the shorter period", "AN29", .always(1_000, .documented))
  public var backgroundReads: Int
  /// The reads and calls for changes in the longer period, in background (AN29).
  @Fact("reads in background in the longer period", "AN29", .always(8_000, .documented))
  public var backgroundReadsLong: Int
  /// The writes in the shorter period, in foreground and in background each (AN29).
  @Fact("writes in the shorter period", "AN29", .always(1_000, .documented))
  public var writes: Int
  /// The writes in the longer period, in foreground and in background each (AN29).
  @Fact("writes in the longer period", "AN29", .always(8_000, .documented))
  public var writesLong: Int

  /// The policy of an API level.
  public init(api version: SystemVersion) { self.init(for: version) }

  package init() {}
}
