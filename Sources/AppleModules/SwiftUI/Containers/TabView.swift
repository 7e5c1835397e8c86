internal import YobanSimulatedApple

/// Pages of which the user selects one. A page that is not selected is not visible, and keeps its state.
public nonisolated struct TabView<SelectionValue: Hashable, Content: View>: View, PrimitiveNode,
  ChainEnd
{
  let selection: Binding<SelectionValue>?
  let content: Content

  public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
    self.selection = selection
    self.content = content()
  }

  private func pages(_ node: Node) -> [Node] { node.contents }

  private func own(_ node: Node) -> StateLocation<Int> { node.slot(0) { StateLocation(0) } }

  @MainActor private func tag(_ page: Node) -> AnyHashable? {
    page.firstOnChain { ($0 as? any Tagged)?.tag }
  }

  @MainActor private func selected(_ node: Node) -> Int {
    guard let selection else { return own(node).value }
    let value = AnyHashable(selection.wrappedValue)
    return pages(node).firstIndex { tag($0) == value } ?? 0
  }

  @MainActor func update(_ node: Node) {
    node.setChild(content)
    let current = node.tracked { selected(node) }
    for (index, page) in pages(node).enumerated() { page.isShown = index == current }
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let current = selected(node)
    for (index, page) in pages(node).enumerated() {
      let label = page.firstOnChain { ($0 as? any TabItemLabel)?.tabItem }
      let names = label.map { part(of: $0, node, screen) } ?? []
      var element = ScreenElement("tab", names: names, texts: Array(names.prefix(1)))
      element.isOn = index == current
      element.isEnabled = node.environment.isEnabled
      element.touch = {
        if let selection {
          if let value = tag(page)?.base as? SelectionValue { selection.wrappedValue = value }
        } else {
          own(node).value = index
        }
        node.invalidate()
      }
      screen.elements.append(element)
    }
    node.showChildren(on: &screen)
  }

  /// The names of a tab: those of a small tree of its own.
  @MainActor private func part(of label: any View, _ node: Node, _ screen: Screen) -> [String] {
    let graph = ViewGraph(label, environment: node.environment)
    graph.update()
    return screen.part { graph.root.show(on: &$0) }.elements.flatMap(\.names)
  }
}

extension TabView where SelectionValue == Int {
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(selection: nil, content: content)
  }
}

/// A page of a tab view with its label.
public struct Tab<Value, Content: View, Label: View>: View {
  private let value: AnyHashable?
  private let content: Content
  private let label: Label

  @ViewBuilder public var body: some View {
    let _ = SystemAPI.tab.reportIfTooNew()
    if let value {
      content.tabItem { label }.tag(value)
    } else {
      content.tabItem { label }
    }
  }
}

extension Tab where Label == SwiftUI.Label<Text, Image> {
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, value: Value,
    @ViewBuilder content: () -> Content
  ) where Value: Hashable {
    self.init(
      value: AnyHashable(value), content: content(),
      label: SwiftUI.Label(titleKey, systemImage: systemImage))
  }
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, systemImage: String, value: Value, @ViewBuilder content: () -> Content
  ) where Value: Hashable {
    self.init(
      value: AnyHashable(value), content: content(),
      label: SwiftUI.Label(title, systemImage: systemImage))
  }
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
  ) where Value == Never {
    self.init(
      value: nil, content: content(), label: SwiftUI.Label(titleKey, systemImage: systemImage))
  }
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, systemImage: String, @ViewBuilder content: () -> Content
  ) where Value == Never {
    self.init(value: nil, content: content(), label: SwiftUI.Label(title, systemImage: systemImage))
  }
}

/// The label of a page in a tab view.
nonisolated struct TabItemModifier: SystemModifier {
  let label: any View
}

protocol TabItemLabel {
  var tabItem: (any View)? { get }
}

extension ModifiedContent: TabItemLabel {
  var tabItem: (any View)? { (modifier as? TabItemModifier)?.label }
}

nonisolated extension View {
  public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
    modifier(TabItemModifier(label: label()))
  }
}
