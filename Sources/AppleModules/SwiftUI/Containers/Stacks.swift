// Containers that only place their content. Nothing is placed here: their content is shown in order.

/// Views beside each other.
public nonisolated struct HStack<Content: View>: View, PrimitiveNode {
  let content: Content

  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) { self.content = content() }

  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// Views below each other.
public nonisolated struct VStack<Content: View>: View, PrimitiveNode {
  let content: Content

  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) { self.content = content() }

  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// Views above each other. All of them are seen.
public nonisolated struct ZStack<Content: View>: View, PrimitiveNode {
  let content: Content

  public init(
    alignment: Alignment = .center, @ViewBuilder content: () -> Content
  ) { self.content = content() }

  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// Views below each other. All of them are made at once.
public nonisolated struct LazyVStack<Content: View>: View, PrimitiveNode {
  let content: Content

  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { self.content = content() }

  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// Views beside each other. All of them are made at once.
public nonisolated struct LazyHStack<Content: View>: View, PrimitiveNode {
  let content: Content

  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { self.content = content() }

  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// A view that scrolls. All of its content is seen.
public nonisolated struct ScrollView<Content: View>: View, PrimitiveNode {
  let content: Content

  public init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) { self.content = content() }

  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// A grid. All of its views are made at once, in order.
public nonisolated struct LazyVGrid<Content: View>: View, PrimitiveNode {
  let content: Content

  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { self.content = content() }

  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// The column of a grid.
public struct GridItem: Sendable {
  @nonexhaustive public enum Size: Sendable {
    case fixed(CGFloat)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  public var size: Size
  public var spacing: CGFloat?
  public var alignment: Alignment?

  public init(
    _ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil
  ) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }
}

/// The headers and footers that stay visible while a view scrolls.
public struct PinnedScrollableViews: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
  public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// Free space.
public nonisolated struct Spacer: View, PrimitiveNode, Sendable {
  public var minLength: CGFloat?
  public init(minLength: CGFloat? = nil) { self.minLength = minLength }
  @MainActor func update(_ node: Node) {}
}

/// A line between views.
public nonisolated struct Divider: View, PrimitiveNode {
  public init() {}
  @MainActor func update(_ node: Node) {}
}

/// A container for controls.
public nonisolated struct Form<Content: View>: View, PrimitiveNode {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// Controls that belong together.
public nonisolated struct ControlGroup<Content: View>: View, PrimitiveNode {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  @MainActor func update(_ node: Node) { node.setChild(content) }
}
