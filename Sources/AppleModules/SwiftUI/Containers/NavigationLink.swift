internal import YobanSimulatedApple

/// A control that shows another page of the navigation stack.
public nonisolated struct NavigationLink<Label: View, Destination: View>: View, PrimitiveNode {
  let page: () -> NavigationModel.Page?
  let label: Label
  /// Whether the page is shown, if the app keeps this itself.
  private var isActive: Binding<Bool>?

  @MainActor func update(_ node: Node) {
    guard let isActive, case .view(let destination)? = page() else {
      node.setChild(label)
      return
    }
    node.setChild(
      label.modifier(
        PresentedPageModifier(
          isPresented: { isActive.wrappedValue }, dismiss: { isActive.wrappedValue = false },
          destination: { destination })))
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let child = node.children[0].node
    var element = ScreenElement(
      "navigation link", names: screen.names(of: child), texts: screen.texts(of: child))
    let model = node.environment.navigation
    // As on a device, a link outside a navigation stack, or without a value, is disabled.
    let page = page()
    element.isEnabled = node.environment.isEnabled && model != nil && page != nil
    element.touch = {
      if let isActive {
        isActive.wrappedValue = true
      } else if let page {
        model?.push(page)
      }
    }
    screen.elements.append(element)
  }

  init(
    page: @escaping () -> NavigationModel.Page?, label: Label, isActive: Binding<Bool>? = nil
  ) {
    self.page = page
    self.label = label
    self.isActive = isActive
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

  // MARK: Until iOS 16

  nonisolated public init(
    isActive: Binding<Bool>, @ViewBuilder destination: () -> Destination,
    @ViewBuilder label: () -> Label
  ) {
    self.init(destination: destination(), isActive: isActive, label: label)
  }
  nonisolated public init(
    destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label
  ) {
    self.init(page: { .view(destination) }, label: label(), isActive: isActive)
  }
  nonisolated public init<V: Hashable>(
    tag: V, selection: Binding<V?>, @ViewBuilder destination: () -> Destination,
    @ViewBuilder label: () -> Label
  ) {
    self.init(destination: destination(), tag: tag, selection: selection, label: label)
  }
  nonisolated public init<V: Hashable>(
    destination: Destination, tag: V, selection: Binding<V?>, @ViewBuilder label: () -> Label
  ) {
    let isActive = Binding(reading: { selection.wrappedValue == tag }) { isActive, _ in
      if isActive {
        selection.wrappedValue = tag
      } else if selection.wrappedValue == tag {
        selection.wrappedValue = nil
      }
    }
    self.init(destination: destination, isActive: isActive, label: label)
  }

  /// Has no effect: a phone has one column.
  nonisolated public func isDetailLink(_ isDetailLink: Bool) -> some View { self }
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
  nonisolated public init(
    _ titleKey: LocalizedStringKey, destination: Destination, isActive: Binding<Bool>
  ) {
    self.init(destination: destination, isActive: isActive) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, destination: Destination, isActive: Binding<Bool>
  ) {
    self.init(destination: destination, isActive: isActive) { Text(title) }
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

/// Shows a page while a binding is true.
private nonisolated struct PresentedPageModifier: SystemModifier {
  let isPresented: () -> Bool
  let dismiss: () -> Void
  let destination: () -> any View

  private final class Memory: NodeResource, @unchecked SimulationConfined {
    weak var model: NavigationModel?
    var page: PresentedPage?
    func end() {
      guard let page else { return }
      MainActor.assumeIsolated { model?.remove(page) }
    }
  }

  @MainActor func update(_ node: Node, _ content: any View) {
    let memory = node.slot(0) { Memory() }
    let model = node.environment.navigation
    memory.model = model
    let isPresented = node.tracked { self.isPresented() }
    node.setChild(content)
    if isPresented, memory.page == nil {
      let page = PresentedPage()
      memory.page = page
      node.graph.afterUpdate { model?.push(.presented(page)) }
    } else if !isPresented, let page = memory.page {
      memory.page = nil
      node.graph.afterUpdate { model?.remove(page) }
    }
    memory.page?.make = destination
    memory.page?.dismiss = { [dismiss] in
      memory.page = nil
      dismiss()
    }
  }
}

nonisolated extension View {
  public func navigationDestination<V: View>(
    isPresented: Binding<Bool>, @ViewBuilder destination: () -> V
  ) -> some View {
    let view = destination()
    return modifier(
      PresentedPageModifier(
        isPresented: { isPresented.wrappedValue }, dismiss: { isPresented.wrappedValue = false },
        destination: { view }))
  }

  public func navigationDestination<D: Hashable, C: View>(
    item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modifier(
      PresentedPageModifier(
        isPresented: { item.wrappedValue != nil }, dismiss: { item.wrappedValue = nil },
        destination: {
          guard let value = item.wrappedValue else { return EmptyView() }
          return destination(value)
        }))
  }
}
