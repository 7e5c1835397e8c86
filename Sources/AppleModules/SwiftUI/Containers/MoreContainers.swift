internal import YobanSimulatedApple

// Further containers that only place their content: it is shown in order.

/// A grid. All of its views are made at once, in order.
public nonisolated struct LazyHGrid<Content: View>: View, PrimitiveNode {
  let content: Content

  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { self.content = content() }

  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// Rows and columns.
public nonisolated struct Grid<Content: View>: View, PrimitiveNode {
  var systemAPI: SystemAPI? { .grid }

  let content: Content

  public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { self.content = content() }

  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// A row of a grid.
public nonisolated struct GridRow<Content: View>: View, PrimitiveNode {
  let content: Content

  public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
    self.content = content()
  }

  @MainActor func update(_ node: Node) { node.setChild(content) }
}

/// Views with a common label.
public nonisolated struct GroupBox<Label: View, Content: View>: View, PrimitiveNode {
  let label: Label
  let content: Content

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }

  @MainActor func update(_ node: Node) {
    node.setChildren([(0, label, node.environment), (1, content, node.environment)])
  }
}

extension GroupBox where Label == EmptyView {
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(content: content) { EmptyView() }
  }
}

extension GroupBox where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }
}

/// The first of several views: all of them would fit.
public nonisolated struct ViewThatFits<Content: View>: View, PrimitiveNode {
  var systemAPI: SystemAPI? { .viewThatFits }

  let content: Content

  public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    self.content = content()
  }

  @MainActor func update(_ node: Node) { node.setChild(content) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    node.contents.first?.show(on: &screen)
  }
}

/// A value in a range, as text.
public nonisolated struct Gauge<Label: View, CurrentValueLabel: View>: View, PrimitiveNode {
  var systemAPI: SystemAPI? { .gauge }

  let fraction: Double
  let label: Label
  let currentLabel: CurrentValueLabel

  @MainActor func update(_ node: Node) {
    node.setChildren([(0, label, node.environment), (1, currentLabel, node.environment)])
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let texts = node.children.flatMap { screen.texts(of: $0.node) }
    var element = ScreenElement("gauge", names: texts, texts: texts)
    element.value = "\(Int((fraction * 100).rounded())) %"
    screen.elements.append(element)
  }

  private static func fraction<V: BinaryFloatingPoint>(_ value: V, _ range: ClosedRange<V>)
    -> Double
  {
    let width = range.upperBound - range.lowerBound
    guard width > 0 else { return 0 }
    return Double(min(max((value - range.lowerBound) / width, 0), 1))
  }
}

extension Gauge {
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      fraction: Self.fraction(value, bounds), label: label(), currentLabel: currentValueLabel())
  }
}

extension Gauge {
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel,
    @ViewBuilder minimumValueLabel: () -> some View,
    @ViewBuilder maximumValueLabel: () -> some View
  ) {
    self.init(value: value, in: bounds, label: label, currentValueLabel: currentValueLabel)
  }
}

extension Gauge where CurrentValueLabel == EmptyView {
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label
  ) {
    self.init(
      fraction: Self.fraction(value, bounds), label: label(), currentLabel: EmptyView())
  }
}

/// A drawing. The closure is not called.
public nonisolated struct Canvas<Symbols: View>: View {
  public init(
    opaque: Bool = false, rendersAsynchronously: Bool = false,
    renderer: @escaping (inout GraphicsContext, CGSize) -> Void
  ) where Symbols == EmptyView {}
  public init(
    opaque: Bool = false, rendersAsynchronously: Bool = false,
    renderer: @escaping (inout GraphicsContext, CGSize) -> Void,
    @ViewBuilder symbols: () -> Symbols
  ) {}
  public var body: EmptyView { EmptyView() }
}

/// Something to draw on, without pixels.
public struct GraphicsContext {
  public var opacity = 1.0
  public var blendMode = BlendMode.normal
  public var transform = CGAffineTransform.identity

  public struct Shading: Sendable {
    public static func color(_ color: Color) -> Shading { Shading() }
    public static func style<S: ShapeStyle>(_ style: S) -> Shading { Shading() }
    public static func linearGradient(
      _ gradient: Gradient, startPoint: CGPoint, endPoint: CGPoint
    ) -> Shading { Shading() }
    public static func radialGradient(
      _ gradient: Gradient, center: CGPoint, startRadius: CGFloat, endRadius: CGFloat
    ) -> Shading { Shading() }
  }

  public struct ResolvedText {
    public var shading = Shading()
    public func measure(in size: CGSize) -> CGSize { .zero }
  }

  public struct ResolvedImage {
    public var size: CGSize { .zero }
  }

  public mutating func fill(_ path: Path, with shading: Shading) {}
  public mutating func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {}
  public mutating func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {}
  public mutating func clip(to path: Path) {}
  public mutating func translateBy(x: CGFloat, y: CGFloat) {}
  public mutating func scaleBy(x: CGFloat, y: CGFloat) {}
  public mutating func rotate(by angle: Angle) {}
  public func resolve(_ text: Text) -> ResolvedText { ResolvedText() }
  public func resolve(_ image: Image) -> ResolvedImage { ResolvedImage() }
  public mutating func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {}
  public mutating func draw(_ text: Text, in rect: CGRect) {}
  public mutating func draw(_ text: ResolvedText, at point: CGPoint, anchor: UnitPoint = .center) {}
  public mutating func draw(_ text: ResolvedText, in rect: CGRect) {}
  public mutating func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) {}
  public mutating func draw(_ image: Image, in rect: CGRect) {}
  public mutating func draw(_ image: ResolvedImage, in rect: CGRect) {}
  public func drawLayer(content: (inout GraphicsContext) throws -> Void) rethrows {}
}

/// A view that changes with the time. Its content is made once for each evaluation, with the present time: nothing
/// makes it again when time passes.
public nonisolated struct TimelineView<Schedule: TimelineSchedule, Content: View>: View {
  public struct Context {
    public let date: Date
    public var cadence: Cadence { .live }
    @nonexhaustive public enum Cadence: Comparable, Sendable { case live, seconds, minutes }
  }
  let content: (Context) -> Content
  public init(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content) {
    self.content = content
  }
  public var body: some View { content(Context(date: Date())) }
}

public protocol TimelineSchedule {}
public struct PeriodicTimelineSchedule: TimelineSchedule {
  public init(from startDate: Date, by interval: TimeInterval) {}
}
public struct EveryMinuteTimelineSchedule: TimelineSchedule { public init() {} }
public struct AnimationTimelineSchedule: TimelineSchedule {
  public init(minimumInterval: Double? = nil, paused: Bool = false) {}
}
extension TimelineSchedule where Self == PeriodicTimelineSchedule {
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> Self {
    .init(from: startDate, by: interval)
  }
}
extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
  public static var everyMinute: Self { .init() }
}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
  public static var animation: Self { .init() }
  public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> Self {
    .init(minimumInterval: minimumInterval, paused: paused)
  }
}

/// Scrolls to views: without an effect.
public nonisolated struct ScrollViewReader<Content: View>: View {
  let content: (ScrollViewProxy) -> Content
  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
    self.content = content
  }
  public var body: some View { content(ScrollViewProxy()) }
}

public struct ScrollViewProxy {
  public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {}
}
