internal import YobanSimulatedApple

/// A modifier of views.
@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
}

extension ViewModifier where Body == Never {
  /// A modifier of the system has no body.
  public func body(content: Content) -> Never {
    preconditionFailure("\(Self.self) has no body: it is a modifier of SwiftUI")
  }
}

/// The view to which a modifier is applied.
public nonisolated struct _ViewModifier_Content<Modifier: ViewModifier>: View, PrimitiveNode {
  public typealias Body = Never
  let view: any View

  @MainActor func update(_ node: Node) { node.setChild(view) }
}

/// A value with a modifier.
public nonisolated struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier

  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: Equatable where Content: Equatable, Modifier: Equatable {}
extension ModifiedContent: Sendable where Content: Sendable, Modifier: Sendable {}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public typealias Body = Never
}

extension ModifiedContent: PrimitiveNode where Content: View, Modifier: ViewModifier {
  @MainActor func update(_ node: Node) {
    if let system = modifier as? any SystemModifier {
      system.systemAPI?.reportIfTooNew()
      system.update(node, content)
    } else {
      var modifier = modifier
      PropertyConnector.connect(&modifier, to: node)
      node.setChild(node.tracked { modifier.body(content: _ViewModifier_Content(view: content)) })
    }
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    if let system = modifier as? any SystemModifier {
      system.show(node, on: &screen)
    } else {
      node.showChildren(on: &screen)
    }
  }
}

/// A modifier with values that change with an animation. Nothing is animated: a change is complete at once.
@MainActor @preconcurrency public protocol AnimatableModifier: Animatable, ViewModifier {}

/// A modifier that changes the node or the screen itself.
@MainActor protocol SystemModifier: ViewModifier where Body == Never {
  /// As that of `PrimitiveNode`.
  nonisolated var systemAPI: SystemAPI? { get }
  @MainActor func update(_ node: Node, _ content: any View)
  @MainActor func show(_ node: Node, on screen: inout Screen)
}

extension SystemModifier {
  nonisolated var systemAPI: SystemAPI? { nil }
  @MainActor func update(_ node: Node, _ content: any View) { node.setChild(content) }
  @MainActor func show(_ node: Node, on screen: inout Screen) { node.showChildren(on: &screen) }
}

nonisolated extension View {
  public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

/// Changes the environment of a view.
nonisolated struct EnvironmentModifier: SystemModifier {
  var systemAPI: SystemAPI?
  let change: (inout EnvironmentValues) -> Void

  @MainActor func update(_ node: Node, _ content: any View) {
    var environment = node.environment
    change(&environment)
    node.setChild(content, environment)
  }
}

nonisolated extension View {
  public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    modifier(EnvironmentModifier { $0[keyPath: keyPath] = value })
  }

  public func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View {
    modifier(EnvironmentModifier { transform(&$0[keyPath: keyPath]) })
  }

  public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    modifier(
      EnvironmentModifier(systemAPI: .observableEnvironment) { $0.setObject(object, as: T.self) })
  }

  public func environmentObject<T: ObservableObject>(_ object: T) -> some View {
    modifier(EnvironmentModifier { $0.setObject(object, as: T.self) })
  }

  public func disabled(_ disabled: Bool) -> some View {
    modifier(DisabledModifier(isDisabled: disabled))
  }
}

private nonisolated struct DisabledModifier: SystemModifier {
  let isDisabled: Bool

  @MainActor func update(_ node: Node, _ content: any View) {
    var environment = node.environment
    if isDisabled { environment.isEnabled = false }
    node.setChild(content, environment)
  }
}
