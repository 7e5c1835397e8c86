/// The elements of a tree of views that a user sees, in order, with the title and the toolbar of a page.
@MainActor struct Screen {
  var elements: [ScreenElement] = []
  /// The contents of sheets, alerts and dialogs. The last one covers everything else.
  var covers: [[ScreenElement]] = []
  var isEnabled = true
  var title: String?
  var toolbar: [ScreenElement] = []

  /// Everything that the user sees and can touch.
  var visible: [ScreenElement] { covers.last ?? elements }

  /// Returns what a part of the tree shows, without adding it.
  func part(_ show: (inout Screen) -> Void) -> Screen {
    var part = Screen()
    part.isEnabled = isEnabled
    show(&part)
    return part
  }

  /// Adds the covers, the title and the toolbar of a part whose elements were changed.
  mutating func adopt(_ part: Screen, elements: [ScreenElement]) {
    self.elements += elements
    covers += part.covers
    title = part.title ?? title
    toolbar += part.toolbar
  }
}

extension View {
  /// The texts of a view that the system draws once, such as that of a widget, in an environment.
  @MainActor package func drawnTexts(
    in environment: (inout EnvironmentValues) -> Void = { _ in }
  ) -> [String] {
    var values = EnvironmentValues()
    environment(&values)
    let graph = ViewGraph(self, environment: values)
    graph.update()
    return Screen().texts(of: graph.root)
  }
}

extension Screen {
  /// The texts of a part of the tree, such as a button's label.
  func texts(of node: Node) -> [String] {
    part { node.show(on: &$0) }.elements.flatMap(\.texts)
  }

  func names(of node: Node) -> [String] { names(of: part { node.show(on: &$0) }.elements) }

  /// The names of a control: its label's texts, alone and together, and names of images.
  func names(of label: [ScreenElement]) -> [String] {
    let texts = label.flatMap(\.texts)
    return (texts.count > 1 ? [texts.joined(separator: ", ")] : []) + label.flatMap(\.names)
  }
}

extension Node {
  @MainActor func show(on screen: inout Screen) {
    guard isShown else { return }
    if let primitive = value as? any PrimitiveNode {
      primitive.show(self, on: &screen)
    } else if let represented {
      screen.elements += ScreenContents.elements(of: represented.view)
    } else {
      showChildren(on: &screen)
    }
  }

  @MainActor func showChildren(on screen: inout Screen) {
    for (_, child) in children { child.show(on: &screen) }
  }

  /// The nodes of the views that a container sees as its content: those of loops and conditions count as
  /// the container's own.
  var contents: [Node] {
    children.flatMap { _, child in child.value is any StructuralNode ? child.contents : [child] }
  }

  /// Returns the first value that the body returns, in this node and in the chain of only children below.
  @MainActor func firstOnChain<Found>(_ body: (Any) -> Found?) -> Found? {
    if let found = body(value) { return found }
    guard children.count == 1, !(value is any ChainEnd) else { return nil }
    return children[0].node.firstOnChain(body)
  }
}

/// A value without a content of its own, such as a condition or a group.
protocol StructuralNode {}
/// A container, whose content's tags are not its own.
protocol ChainEnd {}
