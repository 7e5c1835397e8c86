import YobanPlatformProfiles

/// The constants of widgets.
public struct WidgetPolicy: Policy, Sendable, Hashable {
  /// Whether the system has widgets of WidgetKit (WI1).
  @Fact("widgets exist", "WI1", .always(false, .documented), .since(14, true, .documented))
  public var exists: Bool
  /// The reloads of one widget that count and are carried out within a day (WI2).
  @Fact("reloads of a widget in a day", "WI2", .always(40, .documented))
  public var reloadsPerDay: Int
  /// The time within which reloads are counted (WI2).
  @Fact("reloads of a widget are counted within", "WI2", .always(.seconds(24 * 3600), .documented))
  public var budgetWindow: Duration
  /// The shortest time after a timeline until its policy asks for the next one (WI1).
  @Fact(
    "from a timeline of a widget to the next one by its policy, at least", "WI1",
    .always(.seconds(5 * 60), .assumed))
  public var shortestReload: Duration
  /// The time in which a provider must give a timeline (WI6).
  @Fact("a provider gives a timeline within", "WI6", .always(.seconds(30), .assumed))
  public var timelineTime: Duration

  /// The time until a provider that gave no timeline is asked again (WI6).
  @Fact(
    "a provider without a timeline is asked again after", "WI6", .always(.seconds(3600), .reported))
  public var retry: Duration

  /// The reloads of one complication of a watch that count and are carried out within a day (WI11).
  @Fact("reloads of a complication of a watch in a day", "WI11", .always(75, .documented))
  public var reloadsPerDayOnWatch: Int
  /// Whether a watch with the system of the same autumn has widgets: watchOS 9 is that of iOS 16 (WI11).
  @Fact(
    "widgets exist on a watch of the same autumn", "WI11", .always(false, .documented),
    .since(16, true, .documented))
  public var existOnWatch: Bool
  /// Whether the system has controls (WI10).
  @Fact("controls exist", "WI10", .always(false, .documented), .since(18, true, .documented))
  public var controlsExist: Bool
  /// Whether a watch with the system of the same autumn has controls (WI10).
  @Fact(
    "controls exist on a watch of the same autumn", "WI10", .always(false, .documented),
    .since(26, true, .documented))
  public var controlsExistOnWatch: Bool

  /// Whether the system, and a watch with the system of the same autumn, has pushes for widgets (WI12).
  @Fact(
    "pushes for widgets exist", "WI12", .always(false, .documented), .since(26, true, .documented))
  public var pushesExist: Bool
  /// The time until the widgets of an app, or a control, have their push token, while the device is online (WI12).
  @Fact("until widgets have their push token", "WI12", .always(.seconds(1), .assumed))
  public var pushTokenDelay: Duration
  /// The run time of the extension when its push handler is called (WI12).
  @Fact("run time of a push handler of widgets", "WI12", .always(.seconds(30), .assumed))
  public var pushHandlerTime: Duration

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of widgets.
  public var widgets: WidgetPolicy {
    get { self[WidgetPolicy.self] }
    set { self[WidgetPolicy.self] = newValue }
  }
}
