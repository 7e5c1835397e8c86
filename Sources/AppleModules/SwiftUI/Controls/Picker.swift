/// A control for one of several values, which are the tags of its views.
public nonisolated struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View,
  PrimitiveNode, ChainEnd
{
  let selection: Binding<SelectionValue>
  let label: Label
  let content: Content

  public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    self.selection = selection
    self.content = content()
    self.label = label()
  }

  @MainActor func update(_ node: Node) {
    node.setChildren([(0, label, node.environment), (1, content, node.environment)])
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let texts = screen.texts(of: node.children[0].node)
    let options = Choices.of(node.children[1].node, on: screen)
    let selected = options.first { $0.tag == AnyHashable(selection.wrappedValue) }
    var element = ScreenElement(
      "picker", names: texts, texts: texts + (selected.map { [$0.name] } ?? []))
    element.isEnabled = node.environment.isEnabled
    element.value = selected?.name ?? ""
    element.choices = options.map(\.name)
    element.choose = { index in
      if let value = options[index].tag.base as? SelectionValue { selection.wrappedValue = value }
    }
    screen.elements.append(element)
  }
}

extension Picker {
  @available(*, deprecated, message: "use init(selection:content:label:)")
  nonisolated public init(
    selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { label }
  }
}

extension Picker where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}

/// The views of a container with their tags.
@MainActor struct Choices {
  let name: String
  let tag: AnyHashable
  let node: Node

  /// The tagged views in a node. The identifier of a loop is the tag of a view without one.
  static func of(_ node: Node, on screen: Screen) -> [Choices] {
    tagged(node).map { node, tag in
      Choices(name: screen.texts(of: node).joined(separator: ", "), tag: tag, node: node)
    }
  }

  static func tagged(_ node: Node) -> [(Node, AnyHashable)] {
    if let tag = node.firstOnChain({ ($0 as? any Tagged)?.tag }) { return [(node, tag)] }
    return node.children.flatMap { key, child in
      let inner = tagged(child)
      return inner.isEmpty && node.value is any LoopNode ? [(child, key)] : inner
    }
  }
}

/// A value with a tag.
protocol Tagged {
  var tag: AnyHashable? { get }
}

extension ModifiedContent: Tagged {
  var tag: AnyHashable? { (modifier as? TagModifier)?.value }
}

nonisolated struct TagModifier: SystemModifier {
  let value: AnyHashable
}

nonisolated extension View {
  public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
    modifier(TagModifier(value: AnyHashable(tag)))
  }
}
