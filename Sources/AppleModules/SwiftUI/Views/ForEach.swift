/// A view for each element of a collection. Each keeps its state as long as its identifier is there.
public nonisolated struct ForEach<Data, ID, Content>
where Data: RandomAccessCollection, ID: Hashable {
  public var data: Data
  public var content: (Data.Element) -> Content
  let id: (Data.Element) -> ID
  var delete: ((IndexSet) -> Void)?

  init(
    _ data: Data, identifiedBy id: @escaping (Data.Element) -> ID,
    _ content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = id
    self.content = content
  }
}

extension ForEach: View where Content: View { public typealias Body = Never }

extension ForEach: PrimitiveNode where Content: View {
  @MainActor func update(_ node: Node) {
    let views = node.tracked { data.map { (id($0), content($0)) } }
    node.setChildren(views.map { (AnyHashable($0.0), $0.1, node.environment) })
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    guard let delete else { return node.showChildren(on: &screen) }
    for (index, (_, child)) in node.children.enumerated() {
      let part = screen.part { child.show(on: &$0) }
      var elements = part.elements
      for position in elements.indices {
        elements[position].remove = { delete(IndexSet(integer: index)) }
      }
      screen.adopt(part, elements: elements)
    }
  }
}

extension ForEach: StructuralNode where Content: View {}

/// A loop, whose identifiers are tags of its views.
protocol LoopNode {}
extension ForEach: LoopNode where Content: View {}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  nonisolated public init(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data, identifiedBy: { $0.id }, content)
  }
}

extension ForEach where Content: View {
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data, identifiedBy: { $0[keyPath: id] }, content)
  }

  nonisolated public init<C: MutableCollection & RandomAccessCollection>(
    _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  ) where Data == Binding<C>, C.Element: Identifiable, ID == C.Element.ID {
    self.init(data, identifiedBy: { $0.wrappedValue.id }, content)
  }

  nonisolated public init<C: MutableCollection & RandomAccessCollection>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>,
    @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  ) where Data == Binding<C> {
    self.init(data, identifiedBy: { $0.wrappedValue[keyPath: id] }, content)
  }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: View {
  nonisolated public init(
    _ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content
  ) {
    self.init(data, identifiedBy: { $0 }, content)
  }
}

/// The content of a list.
public nonisolated protocol DynamicViewContent<Data>: View {
  associatedtype Data: Collection
  var data: Data { get }
}

extension ForEach: DynamicViewContent where Content: View {}

extension ForEach where Content: View {
  /// The action of a user who deletes a row.
  nonisolated public func onDelete(
    perform action: ((IndexSet) -> Void)?
  ) -> some DynamicViewContent {
    var copy = self
    copy.delete = action
    return copy
  }
}

extension RangeReplaceableCollection where Self: MutableCollection {
  /// Removes the elements at the offsets, as an action of `onDelete` does.
  public mutating func remove(atOffsets offsets: IndexSet) {
    for offset in offsets.reversed() { remove(at: index(startIndex, offsetBy: offset)) }
  }
}
