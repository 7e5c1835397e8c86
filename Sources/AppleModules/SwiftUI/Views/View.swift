/// A part of an app's user interface.
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  public var body: Never { fatalError("Never has no value") }
}

extension View where Body == Never {
  /// A view of the system has no body.
  public var body: Never {
    preconditionFailure("\(Self.self) has no body: it is a view of SwiftUI")
  }
}

extension Optional: View where Wrapped: View { public typealias Body = Never }

extension Optional: PrimitiveNode where Wrapped: View {
  @MainActor func update(_ node: Node) {
    node.setChildren(map { [(0, $0, node.environment)] } ?? [])
  }
}

extension Optional: StructuralNode where Wrapped: View {}

/// A view without content.
public nonisolated struct EmptyView: View, PrimitiveNode, StructuralNode, Sendable {
  public init() {}
  @MainActor func update(_ node: Node) { node.setChildren([]) }
}

/// A view whose type is erased. A value of another type gets a new identity.
public nonisolated struct AnyView: View, PrimitiveNode, StructuralNode {
  private let view: any View

  public init<V: View>(_ view: V) { self.view = (view as? AnyView)?.view ?? view }
  public init<V: View>(erasing view: V) { self.init(view) }

  @MainActor func update(_ node: Node) {
    node.setChildren([(ObjectIdentifier(type(of: view)), view, node.environment)])
  }
}

/// Several views as one.
public nonisolated struct TupleView<T>: View, PrimitiveNode, StructuralNode {
  public var value: T
  private var views: [any View]

  public init(_ value: T) {
    self.value = value
    views = Mirror(reflecting: value).children.compactMap { $0.value as? any View }
  }

  init(_ value: T, _ views: [any View]) {
    self.value = value
    self.views = views
  }

  @MainActor func update(_ node: Node) {
    node.setChildren(views.enumerated().map { ($0.offset, $0.element, node.environment) })
  }
}

/// One of two views.
public nonisolated struct _ConditionalContent<TrueContent, FalseContent> {
  enum Storage {
    case first(TrueContent)
    case second(FalseContent)
  }
  let storage: Storage
}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
  public typealias Body = Never
}

extension _ConditionalContent: PrimitiveNode where TrueContent: View, FalseContent: View {
  @MainActor func update(_ node: Node) {
    switch storage {
    case .first(let view): node.setChildren([(true, view, node.environment)])
    case .second(let view): node.setChildren([(false, view, node.environment)])
    }
  }
}

extension _ConditionalContent: StructuralNode where TrueContent: View, FalseContent: View {}

/// Views without an effect of their own.
public nonisolated struct Group<Content> {
  let content: Content
}

extension Group: View where Content: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Group: PrimitiveNode where Content: View {
  @MainActor func update(_ node: Node) { node.setChild(content) }
}

extension Group: StructuralNode where Content: View {}

/// Makes views of the statements in a closure.
@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    var views: [any View] = []
    for view in repeat each content { views.append(view) }
    return TupleView((repeat each content), views)
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { .init(storage: .first(first)) }
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { .init(storage: .second(second)) }
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView {
    AnyView(content)
  }
}
