public import AppIntents
internal import YobanSimulatedApple

/// The description of a widget: its kind, its provider and its view.
@MainActor @preconcurrency public protocol WidgetConfiguration {
  associatedtype Body: WidgetConfiguration
  @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: WidgetConfiguration {}

extension WidgetConfiguration where Body == Never {
  /// A configuration of WidgetKit has no body.
  public var body: Never {
    preconditionFailure("\(Self.self) has no body: it is a configuration of WidgetKit")
  }
}

/// A configuration that a widget can return: it knows itself what the system asks for.
@MainActor protocol PrimitiveConfiguration: WidgetConfiguration {
  /// The offer of the extension to the system; nil if it is no widget with a timeline.
  var offer: WidgetOffer? { get }
}

/// A widget that an extension offers to the system.
struct WidgetOffer {
  let kind: String
  /// Whether it is a control.
  var isControl = false
  /// The families of the widget; nil for all.
  var families: [WidgetFamily]?
  /// Asks the provider for a timeline.
  let timeline:
    (
      _ context: TimelineProviderContext, _ configuration: (any Sendable)?,
      _ completion: @escaping @Sendable (WidgetTimeline) -> Void
    ) -> Void
  /// Handles the events of background sessions with some identifiers.
  var sessionEvents: [(matches: (String) -> Bool, handle: (String, @escaping () -> Void) -> Void)] =
    []
  /// The type that receives the token for pushes; nil if the widget does not support them (WI12).
  var pushHandler: (any WidgetPushHandler.Type)?
  /// The type that receives the token of a control (WI13).
  var controlPushHandler: (any ControlPushHandler.Type)?
}

extension WidgetConfiguration {
  /// The offer of this configuration, or of its body.
  @MainActor var foundOffer: WidgetOffer? {
    if let primitive = self as? any PrimitiveConfiguration { return primitive.offer }
    return Body.self == Never.self ? nil : body.foundOffer
  }
}

/// No widget.
public struct EmptyWidgetConfiguration: PrimitiveConfiguration {
  public typealias Body = Never
  nonisolated public init() {}
  var offer: WidgetOffer? { nil }
}

/// A widget that its user does not configure.
@MainActor @preconcurrency public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  public typealias Body = Never
  let offer: WidgetOffer?

  /// - Parameters:
  ///   - kind: names the widget in `WidgetCenter.reloadTimelines(ofKind:)`.
  ///   - provider: gives the timelines, in the process of the extension.
  ///   - content: the view of an entry.
  @MainActor @preconcurrency public init<Provider: TimelineProvider>(
    kind: String, provider: Provider,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {
    let drawing = WidgetDrawing(content)
    // Sendable: an app's provider is used in its own process only.
    nonisolated(unsafe) let provider = provider
    offer = WidgetOffer(kind: kind) { context, _, completion in
      provider.getTimeline(
        in: context, completion: drawing.receive(in: context.family, completion))
    }
  }
}

extension StaticConfiguration: PrimitiveConfiguration {}

/// A widget that its user configures (iOS 17).
@MainActor @preconcurrency
public struct AppIntentConfiguration<
  Intent: WidgetConfigurationIntent, Content: View
>: WidgetConfiguration {
  public typealias Body = Never
  let offer: WidgetOffer?

  @MainActor @preconcurrency public init<Provider: AppIntentTimelineProvider>(
    kind: String, intent: Intent.Type = Intent.self, provider: Provider,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) where Intent == Provider.Intent {
    let drawing = WidgetDrawing(content)
    nonisolated(unsafe) let provider = provider
    offer = WidgetOffer(kind: kind) { context, configuration, completion in
      let intent = configuration as? Intent ?? Intent()
      // Sendable: see above.
      nonisolated(unsafe) let context = context
      Task {
        let timeline = await provider.timeline(for: intent, in: context)
        drawing.draw(timeline.entries, timeline.policy, context.family, completion)
      }
    }
  }
}

extension AppIntentConfiguration: PrimitiveConfiguration {}

/// Draws the entries of a timeline: reads the texts of their views.
///
/// Sendable: the content of a widget is used in the process of its extension only.
private struct WidgetDrawing: @unchecked Sendable {
  /// The view of an entry, without their types: a type may be isolated.
  private let content: (Any) -> any View

  init<Entry>(_ content: @escaping (Entry) -> some View) {
    self.content = { entry in
      guard let entry = entry as? Entry else {
        preconditionFailure("an entry has the type of its provider")
      }
      return content(entry)
    }
  }

  /// The completion of a provider.
  func receive<Entry: TimelineEntry>(
    in family: WidgetFamily, _ completion: @escaping @Sendable (WidgetTimeline) -> Void
  ) -> @Sendable (Timeline<Entry>) -> Void {
    let receive: (Timeline<Entry>) -> Void = {
      draw($0.entries, $0.policy, family, completion)
    }
    // Sendable: the provider calls it in the process of the extension only. A closure that is marked as Sendable could
    // not use the type of the entries, which may be isolated.
    return unsafeBitCast(receive, to: (@Sendable (Timeline<Entry>) -> Void).self)
  }

  /// Passes the timeline with its texts to the completion, later on the main queue. Can be called on any thread.
  func draw(
    _ entries: [any TimelineEntry], _ policy: TimelineReloadPolicy, _ family: WidgetFamily,
    _ completion: @escaping @Sendable (WidgetTimeline) -> Void
  ) {
    // Sendable: the provider has given the entries away.
    nonisolated(unsafe) let entries = entries
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        let drawn = entries.map { entry in
          let texts = content(entry).drawnTexts { $0.widgetFamily = family }
          return WidgetTimeline.Entry(date: entry.date, value: entry, texts: texts)
        }
        completion(WidgetTimeline(entries: drawn, policy: policy.when))
      }
    }
  }
}
