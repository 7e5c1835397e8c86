public import ActivityKit

// The views of Live Activities, which stand in the extension of widgets. Nothing of them is drawn.

/// The view of a Live Activity on the Lock Screen and in the Dynamic Island. It is not evaluated here.
@MainActor @preconcurrency
public struct ActivityConfiguration<Attributes: ActivityAttributes>:
  PrimitiveConfiguration
{
  public typealias Body = Never
  var offer: WidgetOffer? { nil }

  @MainActor @preconcurrency public init<Content: View>(
    for attributesType: Attributes.Type,
    @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
    dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
  ) {}
}

/// The values of a Live Activity that its view shows.
public struct ActivityViewContext<Attributes: ActivityAttributes> {
  public let attributes: Attributes
  public let state: Attributes.ContentState
  public let activityID: String
  public let isStale: Bool
}

/// The view of a Live Activity in the Dynamic Island.
public struct DynamicIsland {
  public init<
    Expanded: View, CompactLeading: View, CompactTrailing: View, Minimal: View
  >(
    @DynamicIslandExpandedContentBuilder expanded:
      @escaping () ->
      DynamicIslandExpandedContent<Expanded>,
    @ViewBuilder compactLeading: @escaping () -> CompactLeading,
    @ViewBuilder compactTrailing: @escaping () -> CompactTrailing,
    @ViewBuilder minimal: @escaping () -> Minimal
  ) {}

  public func keylineTint(_ color: Color?) -> DynamicIsland { self }
  public func widgetURL(_ url: URL?) -> DynamicIsland { self }
}

/// The contents of the regions of an expanded Dynamic Island.
public struct DynamicIslandExpandedContent<Content: View> {
  init() {}
}

/// Makes the contents of an expanded Dynamic Island.
@resultBuilder public struct DynamicIslandExpandedContentBuilder {
  public static func buildBlock<each Content: View>(
    _ content: repeat DynamicIslandExpandedRegion<each Content>
  ) -> DynamicIslandExpandedContent<some View> {
    DynamicIslandExpandedContent<EmptyView>()
  }
  /// For a function of the app that returns the contents.
  public static func buildBlock<Content: View>(
    _ content: DynamicIslandExpandedContent<Content>
  ) -> DynamicIslandExpandedContent<Content> { content }
}

/// A region of an expanded Dynamic Island.
public struct DynamicIslandExpandedRegion<Content: View> {
  public init(
    _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0,
    @ViewBuilder content: @escaping () -> Content
  ) {}
}

/// The place of a region of an expanded Dynamic Island.
public struct DynamicIslandExpandedRegionPosition: Hashable, Sendable {
  let name: String
  public static let leading = Self(name: "leading")
  public static let trailing = Self(name: "trailing")
  public static let center = Self(name: "center")
  public static let bottom = Self(name: "bottom")
}

extension View {
  public func activityBackgroundTint(_ color: Color?) -> some View { self }
  public func activitySystemActionForegroundColor(_ color: Color?) -> some View { self }
}
