public import AppIntents

/// Gives the system the timelines of a widget, in the process of the extension (WI5).
///
/// The completions can be called on any thread.
@preconcurrency public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext

  /// Gives the entry that the widget shows before it has one of a timeline. It is not called here.
  func placeholder(in context: Context) -> Entry
  /// Gives an entry that shows the widget as it looks, also in the gallery, where `context.isPreview` is true. It is
  /// not called here.
  @preconcurrency func getSnapshot(
    in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  /// Gives the entries from now on.
  @preconcurrency func getTimeline(
    in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// Gives the system the timelines of a widget that its user configures (iOS 17).
public protocol AppIntentTimelineProvider {
  associatedtype Entry: TimelineEntry
  associatedtype Intent: WidgetConfigurationIntent
  typealias Context = TimelineProviderContext

  func placeholder(in context: Context) -> Entry
  func snapshot(for configuration: Intent, in context: Context) async -> Entry
  func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry>
  func recommendations() -> [AppIntentRecommendation<Intent>]
}

extension AppIntentTimelineProvider {
  public func recommendations() -> [AppIntentRecommendation<Intent>] { [] }
}

/// A configuration of a widget that a watch offers.
public struct AppIntentRecommendation<Intent: WidgetConfigurationIntent> {
  let intent: Intent
  let description: String

  public init(intent: Intent, description: String) {
    (self.intent, self.description) = (intent, description)
  }
}

/// The surroundings of a widget for which a provider gives a timeline.
public struct TimelineProviderContext {
  public let family: WidgetFamily
  /// Whether the widget is shown in the gallery.
  public let isPreview: Bool
  /// The size of the widget in points: that of an iPhone with a screen of 390 by 844 points.
  public let displaySize: CGSize
}
