internal import YobanSimulatedApple

/// A button with actions. A test selects one with `app.choose(_:in:)`.
public nonisolated struct Menu<Label: View, Content: View>: View, PrimitiveNode {
  let label: Label
  let content: Content
  var primaryAction: (() -> Void)?

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
    primaryAction: @escaping () -> Void
  ) {
    self.init(content: content, label: label)
    self.primaryAction = primaryAction
  }

  @MainActor func update(_ node: Node) {
    node.setChildren([(0, label, node.environment), (1, content, node.environment)])
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let child = node.children[0].node
    var element = ScreenElement(
      "menu", names: screen.names(of: child), texts: screen.texts(of: child))
    element.isEnabled = node.environment.isEnabled
    element.touch = primaryAction ?? {}
    let part = screen.part { node.children[1].node.show(on: &$0) }
    element.offer(part.elements)
    screen.covers += part.covers
    screen.elements.append(element)
  }
}

extension Menu where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }
}

extension Menu where Label == SwiftUI.Label<Text, Image> {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { SwiftUI.Label(title, systemImage: systemImage) }
  }
}

extension ScreenElement {
  /// Makes the enabled elements of a menu further choices of this one.
  mutating func offer(_ elements: [ScreenElement]) {
    let actions = elements.filter { $0.isEnabled && $0.touch != nil }
    guard !actions.isEmpty else { return }
    let (before, choose) = (choices.count, choose)
    choices += actions.map { $0.names.first ?? "" }
    self.choose = { index in
      if index < before { choose?(index) } else { actions[index - before].touch?() }
    }
  }
}

/// Actions that belong to a view. They are choices of each of its elements.
private nonisolated struct ContextMenuModifier: SystemModifier {
  let menu: any View
  /// Whether a destructive action deletes the row.
  var isSwipe = false
  var systemAPI: SystemAPI? { isSwipe ? .swipeActions : nil }

  @MainActor func update(_ node: Node, _ content: any View) {
    node.setChildren([(0, content, node.environment), (1, menu, node.environment)])
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let part = screen.part { node.children[0].node.show(on: &$0) }
    let menu = screen.part { node.children[1].node.show(on: &$0) }
    var elements = part.elements
    let destructive = menu.elements.first { $0.isDestructive && $0.isEnabled }?.touch
    for index in elements.indices {
      elements[index].offer(menu.elements)
      if isSwipe, let destructive { elements[index].remove = destructive }
    }
    screen.adopt(part, elements: elements)
    screen.covers += menu.covers
  }
}

nonisolated extension View {
  /// A test selects an action with `app.choose(_:in:)` and the name of an element of the view.
  public func contextMenu<MenuItems: View>(
    @ViewBuilder menuItems: () -> MenuItems
  ) -> some View { modifier(ContextMenuModifier(menu: menuItems())) }

  public func contextMenu<MenuItems: View, Preview: View>(
    @ViewBuilder menuItems: () -> MenuItems, @ViewBuilder preview: () -> Preview
  ) -> some View { modifier(ContextMenuModifier(menu: menuItems())) }

  /// A test performs the destructive action with `app.delete(_:)`, and others with `app.choose(_:in:)`.
  public func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
  ) -> some View { modifier(ContextMenuModifier(menu: content(), isSwipe: true)) }
}

@frozen public enum HorizontalEdge: Int8, CaseIterable, Sendable {
  case leading, trailing
}

/// A button that shares an item. Nothing is shared: no user selects an activity.
public nonisolated struct ShareLink<Label: View>: View, PrimitiveNode {
  var systemAPI: SystemAPI? { .shareLink }

  let label: Label

  @MainActor func update(_ node: Node) { node.setChild(label) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let child = node.children[0].node
    var element = ScreenElement(
      "share link", names: screen.names(of: child), texts: screen.texts(of: child))
    element.isEnabled = node.environment.isEnabled
    element.touch = {}
    screen.elements.append(element)
  }
}

extension ShareLink {
  nonisolated public init<Item>(
    item: Item, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
  ) { self.init(label: label()) }
  nonisolated public init<Item, P>(
    item: Item, subject: Text? = nil, message: Text? = nil, preview: SharePreview<P>,
    @ViewBuilder label: () -> Label
  ) { self.init(label: label()) }
  nonisolated public init<Data: RandomAccessCollection>(
    items: Data, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
  ) { self.init(label: label()) }
}

extension ShareLink where Label == SwiftUI.Label<Text, Image> {
  nonisolated public init<Item>(item: Item, subject: Text? = nil, message: Text? = nil) {
    self.init(label: SwiftUI.Label("Share", systemImage: "square.and.arrow.up"))
  }
  nonisolated public init<Item>(
    _ titleKey: LocalizedStringKey, item: Item, subject: Text? = nil, message: Text? = nil
  ) { self.init(label: SwiftUI.Label(titleKey, systemImage: "square.and.arrow.up")) }
  @_disfavoredOverload nonisolated public init<Item, S: StringProtocol>(
    _ title: S, item: Item, subject: Text? = nil, message: Text? = nil
  ) { self.init(label: SwiftUI.Label(title, systemImage: "square.and.arrow.up")) }
}

/// The look of an item that is shared.
public struct SharePreview<Subject> {
  public init(_ title: String) where Subject == Never {}
  public init(_ title: String, image: Subject) {}
}
