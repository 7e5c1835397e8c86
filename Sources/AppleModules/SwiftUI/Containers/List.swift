internal import YobanSimulatedApple

/// Rows of views. A touch on a row selects it in a list with a selection.
@MainActor @preconcurrency
public struct List<SelectionValue: Hashable, Content: View>: View, PrimitiveNode, ChainEnd {
  /// Selects a row; nil in a list without a selection.
  let select: ((AnyHashable) -> Void)?
  let isSelected: (AnyHashable) -> Bool
  let content: Content

  init(selection: Binding<SelectionValue?>?, content: Content) {
    select = selection.map { selection in
      { tag in if let value = tag.base as? SelectionValue { selection.wrappedValue = value } }
    }
    isSelected = { tag in selection?.wrappedValue.map { AnyHashable($0) == tag } ?? false }
    self.content = content
  }

  init(selection: Binding<Set<SelectionValue>>?, content: Content) {
    select = selection.map { selection in
      { tag in if let value = tag.base as? SelectionValue { selection.wrappedValue = [value] } }
    }
    isSelected = { tag in
      (tag.base as? SelectionValue).map { selection?.wrappedValue.contains($0) ?? false } ?? false
    }
    self.content = content
  }

  func update(_ node: Node) { node.setChild(content) }

  func show(_ node: Node, on screen: inout Screen) {
    guard let select else { return node.showChildren(on: &screen) }
    let rows = Dictionary(
      Choices.tagged(node.children[0].node).map { (ObjectIdentifier($0.0), $0.1) }
    ) { first, _ in first }
    show(node.children[0].node, rows, select, on: &screen)
  }

  private func show(
    _ node: Node, _ rows: [ObjectIdentifier: AnyHashable],
    _ select: @escaping (AnyHashable) -> Void,
    on screen: inout Screen
  ) {
    guard let tag = rows[ObjectIdentifier(node)] else {
      if node.children.isEmpty || !contains(node, rows) {
        node.show(on: &screen)
      } else {
        for (_, child) in node.children { show(child, rows, select, on: &screen) }
      }
      return
    }
    let part = screen.part { node.show(on: &$0) }
    var row = ScreenElement(
      "row", names: part.elements.flatMap(\.texts), texts: part.elements.flatMap(\.texts))
    row.isOn = isSelected(tag)
    row.isEnabled = node.environment.isEnabled
    let environment = node.environment
    row.touch = {
      select(tag)
      environment.navigation?.pushColumn(environment.nextColumn)
    }
    let controls = part.elements.filter(\.isControl).map { control in
      var control = control
      control.texts = []
      return control
    }
    screen.adopt(part, elements: [row] + controls)
  }

  private func contains(_ node: Node, _ rows: [ObjectIdentifier: AnyHashable]) -> Bool {
    rows[ObjectIdentifier(node)] != nil || node.children.contains { contains($0.node, rows) }
  }
}

// Types of the main actor are Sendable by themselves; at Apple, views are not.
@available(*, unavailable) extension List: Sendable {}

extension List where SelectionValue == Never {
  public init(@ViewBuilder content: () -> Content) {
    self.init(selection: nil as Binding<Never?>?, content: content())
  }

  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable
  {
    self.init { ForEach(data, content: rowContent) }
  }

  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    self.init { ForEach(data, id: id, content: rowContent) }
  }

  public init<RowContent: View>(
    _ data: Range<Int>, @ViewBuilder rowContent: @escaping (Int) -> RowContent
  ) where Content == ForEach<Range<Int>, Int, RowContent> {
    self.init { ForEach(data, content: rowContent) }
  }
}

extension List {
  public init(
    selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content())
  }

  public init(
    selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content())
  }

  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable
  {
    self.init(selection: selection, content: ForEach(data, content: rowContent))
  }

  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    self.init(selection: selection, content: ForEach(data, id: id, content: rowContent))
  }
}

/// The action of pulling a list down.
nonisolated struct RefreshModifier: SystemModifier {
  var systemAPI: SystemAPI? { .refreshable }

  let action: RefreshAction

  @MainActor func update(_ node: Node, _ content: any View) {
    var environment = node.environment
    environment[RefreshKey.self] = action
    node.setChild(content, environment)
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let part = screen.part { node.showChildren(on: &$0) }
    var elements = part.elements
    for index in elements.indices where elements[index].refresh == nil {
      elements[index].refresh = action.action
    }
    screen.adopt(part, elements: elements)
    var list = ScreenElement("list", names: [])
    list.refresh = action.action
    if elements.isEmpty { screen.elements.append(list) }
  }
}

nonisolated extension View {
  public func refreshable(
    @_inheritActorContext action: @escaping @Sendable () async -> Void
  ) -> some View {
    modifier(RefreshModifier(action: RefreshAction(action: action)))
  }
}
