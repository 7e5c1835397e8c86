/// A control that shows another page of the navigation stack.
public nonisolated struct NavigationLink<Label: View, Destination: View>: View, PrimitiveNode {
  let page: () -> NavigationModel.Page?
  let label: Label

  @MainActor func update(_ node: Node) { node.setChild(label) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let child = node.children[0].node
    var element = ScreenElement(
      "navigation link", names: screen.names(of: child), texts: screen.texts(of: child))
    let model = node.environment.navigation
    // As on a device, a link outside a navigation stack, or without a value, is disabled.
    let page = page()
    element.isEnabled = node.environment.isEnabled && model != nil && page != nil
    element.touch = { if let page { model?.push(page) } }
    screen.elements.append(element)
  }

  init(page: @escaping () -> NavigationModel.Page?, label: Label) {
    self.page = page
    self.label = label
  }
}

extension NavigationLink {
  nonisolated public init(
    @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label
  ) {
    let view = destination()
    self.init(page: { .view(view) }, label: label())
  }

  nonisolated public init(destination: Destination, @ViewBuilder label: () -> Label) {
    self.init(page: { .view(destination) }, label: label())
  }
}

extension NavigationLink where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination
  ) {
    self.init(destination: destination) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, @ViewBuilder destination: () -> Destination
  ) {
    self.init(destination: destination) { Text(title) }
  }
  nonisolated public init(_ titleKey: LocalizedStringKey, destination: Destination) {
    self.init(destination: destination) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, destination: Destination
  ) {
    self.init(destination: destination) { Text(title) }
  }
}

extension NavigationLink where Destination == Never {
  nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
    let value = value.map { AnyHashable($0) }
    self.init(page: { value.map { .value($0) } }, label: label())
  }
  nonisolated public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?)
  where Label == Text {
    self.init(value: value) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol, P: Hashable>(
    _ title: S, value: P?
  ) where Label == Text {
    self.init(value: value) { Text(title) }
  }
}

/// The page for values of a type.
nonisolated struct DestinationModifier<D: Hashable>: SystemModifier {
  let destination: (D) -> any View

  @MainActor func update(_ node: Node, _ content: any View) {
    node.environment.navigation?.register(D.self, destination)
    node.setChild(content)
  }
}

/// The title of a page.
nonisolated struct TitleModifier: SystemModifier {
  let title: Text

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    node.showChildren(on: &screen)
    screen.title = title.text(node.environment)
  }
}

nonisolated extension View {
  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modifier(DestinationModifier<D> { destination($0) })
  }

  public func navigationTitle(_ title: Text) -> some View { modifier(TitleModifier(title: title)) }
  public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    navigationTitle(Text(titleKey))
  }
  @_disfavoredOverload public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    navigationTitle(Text(title))
  }
}
