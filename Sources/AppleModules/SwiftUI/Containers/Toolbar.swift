/// The controls in the bar of a page.
nonisolated struct ToolbarModifier: SystemModifier {
  let items: any View

  @MainActor func update(_ node: Node, _ content: any View) {
    node.setChildren([(0, content, node.environment), (1, items, node.environment)])
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    node.children[0].node.show(on: &screen)
    let part = screen.part { node.children[1].node.show(on: &$0) }
    screen.toolbar += part.elements
    screen.covers += part.covers
  }
}

nonisolated extension View {
  public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
    modifier(ToolbarModifier(items: content()))
  }

  public func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View {
    modifier(ToolbarModifier(items: content()._view))
  }
}

/// Items of a toolbar.
@MainActor @preconcurrency public protocol ToolbarContent {
  associatedtype Body: ToolbarContent
  @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
  /// The views of the items, in order. At Apple, this is hidden.
  nonisolated var _view: AnyView { get }
}

extension ToolbarContent {
  public nonisolated var _view: AnyView { AnyView(ToolbarBody(content: self)) }
}

extension ToolbarContent where Body == Never {
  /// An item of the system has no body.
  public var body: Never {
    preconditionFailure("\(Self.self) has no body: it is an item of SwiftUI")
  }
}

extension Never: ToolbarContent {}

/// The items of a structure of the app, whose properties have a place in the tree.
private nonisolated struct ToolbarBody<Content: ToolbarContent>: View, PrimitiveNode {
  let content: Content

  @MainActor func update(_ node: Node) {
    var content = content
    PropertyConnector.connect(&content, to: node)
    node.setChild(node.tracked { content.body._view })
  }
}

/// Where an item of a toolbar is. All items are in the bar of the page, in order.
public struct ToolbarItemPlacement {
  private let name: String
  public static var automatic: ToolbarItemPlacement { .init(name: "automatic") }
  public static var principal: ToolbarItemPlacement { .init(name: "principal") }
  public static var primaryAction: ToolbarItemPlacement { .init(name: "primaryAction") }
  public static var confirmationAction: ToolbarItemPlacement { .init(name: "confirmationAction") }
  public static var cancellationAction: ToolbarItemPlacement { .init(name: "cancellationAction") }
  public static var destructiveAction: ToolbarItemPlacement { .init(name: "destructiveAction") }
  public static var bottomBar: ToolbarItemPlacement { .init(name: "bottomBar") }
  public static var keyboard: ToolbarItemPlacement { .init(name: "keyboard") }
  public static var status: ToolbarItemPlacement { .init(name: "status") }
  public static var navigation: ToolbarItemPlacement { .init(name: "navigation") }
  public static var secondaryAction: ToolbarItemPlacement { .init(name: "secondaryAction") }
  public static var title: ToolbarItemPlacement { .init(name: "title") }
  public static var subtitle: ToolbarItemPlacement { .init(name: "subtitle") }
  public static var topBarLeading: ToolbarItemPlacement { .init(name: "topBarLeading") }
  public static var topBarTrailing: ToolbarItemPlacement { .init(name: "topBarTrailing") }
  public static var navigationBarLeading: ToolbarItemPlacement {
    .init(name: "navigationBarLeading")
  }
  public static var navigationBarTrailing: ToolbarItemPlacement {
    .init(name: "navigationBarTrailing")
  }
}

/// An item of a toolbar.
public nonisolated struct ToolbarItem<ID, Content: View>: ToolbarContent {
  public typealias Body = Never
  let content: Content
  public var _view: AnyView { AnyView(content) }
}

extension ToolbarItem where ID == () {
  nonisolated public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content())
  }
}

/// Items of a toolbar at one place.
public nonisolated struct ToolbarItemGroup<Content: View>: ToolbarContent {
  public typealias Body = Never
  let content: Content
  public var _view: AnyView { AnyView(content) }

  public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

/// Several items of a toolbar.
public nonisolated struct _ToolbarItems: ToolbarContent {
  public typealias Body = Never
  let items: [AnyView]
  public var _view: AnyView { AnyView(ForEach(Array(items.indices), id: \.self) { items[$0] }) }
}

/// Makes items of a toolbar of the statements in a closure.
@resultBuilder public struct ToolbarContentBuilder {
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content {
    content
  }
  public static func buildBlock<each Content: ToolbarContent>(
    _ content: repeat each Content
  ) -> some ToolbarContent {
    var items: [AnyView] = []
    for item in repeat each content { items.append(item._view) }
    return _ToolbarItems(items: items)
  }
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> some ToolbarContent {
    _ToolbarItems(items: content.map { [$0._view] } ?? [])
  }
  public static func buildEither<Content: ToolbarContent>(first: Content) -> _ToolbarItems {
    _ToolbarItems(items: [first._view])
  }
  public static func buildEither<Content: ToolbarContent>(second: Content) -> _ToolbarItems {
    _ToolbarItems(items: [second._view])
  }
}
