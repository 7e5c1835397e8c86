internal import YobanSimulatedApple

/// The pages of a navigation stack.
@MainActor final class NavigationModel {
  /// A page above the root.
  enum Page {
    case value(AnyHashable)
    case view(any View)
    /// A page that a binding presents.
    case presented(PresentedPage)
    /// A column of a split view, which is known at each evaluation.
    case column(Int)
  }

  private struct Destination {
    let type: ObjectIdentifier
    let make: (AnyHashable) -> (any View)?
  }

  /// The pages that the stack itself keeps; those of a path are in the binding.
  var pages: [Page] = []
  var path: NavigationPathBinding?
  /// The columns of a split view after the first one.
  var columns: [any View] = []
  weak var node: Node?
  var isUpdating = false
  private var destinations: [ObjectIdentifier: Destination] = [:]

  nonisolated init() {}

  var allPages: [Page] { (path?.read().map { .value($0) } ?? []) + pages }

  func push(_ page: Page) {
    if case .value(let value) = page, let path {
      guard pages.isEmpty, path.append(value) else { return }
    } else {
      pages.append(page)
    }
    node?.invalidate()
  }

  /// Shows the next column of a split view; nothing happens in another stack.
  func pushColumn(_ number: Int) {
    guard columns.indices.contains(number) else { return }
    push(.column(number))
  }

  func pop(to count: Int) {
    while allPages.count > count {
      if case .presented(let page)? = pages.popLast() {
        page.dismiss()
      } else if allPages.count > count {
        path?.removeLast()
      }
    }
    node?.invalidate()
  }

  /// Removes a page whose binding no longer presents it, with the pages above.
  func remove(_ page: PresentedPage) {
    let index = pages.firstIndex {
      if case .presented(let other) = $0 { other === page } else { false }
    }
    guard let index else { return }
    pages.removeSubrange(index...)
    node?.invalidate()
  }

  func register<D: Hashable>(_ type: D.Type, _ make: @escaping (D) -> any View) {
    let isNew = destinations[ObjectIdentifier(type)] == nil
    destinations[ObjectIdentifier(type)] = Destination(type: ObjectIdentifier(type)) { value in
      (value.base as? D).map(make)
    }
    if !isUpdating, isNew || !allPages.isEmpty { node?.invalidate() }
  }

  func view(_ page: Page) -> any View {
    switch page {
    case .view(let view): return view
    case .presented(let page): return page.make()
    case .column(let number):
      return columns.indices.contains(number) ? columns[number] : EmptyView()
    case .value(let value):
      let type = ObjectIdentifier(Swift.type(of: value.base as Any))
      return destinations[type]?.make(value)
        ?? Text(verbatim: "There is no navigationDestination(for:) for \(value.base).")
    }
  }
}

/// A page that is shown while a binding is true.
@MainActor final class PresentedPage {
  var make: () -> any View = { EmptyView() }
  var dismiss: () -> Void = {}

  nonisolated init() {}
}

/// A path that the app keeps.
struct NavigationPathBinding {
  let read: () -> [AnyHashable]
  /// Returns false if the path does not take the value.
  let append: (AnyHashable) -> Bool
  let removeLast: () -> Void
}

private struct NavigationModelKey: EnvironmentKey {
  static var defaultValue: NavigationModel? { nil }
}

extension EnvironmentValues {
  var navigation: NavigationModel? {
    get { self[NavigationModelKey.self] }
    set { self[NavigationModelKey.self] = newValue }
  }
}

/// A stack of pages, of which the user sees the top one. A page that another one covers disappears, and
/// keeps its state.
@MainActor @preconcurrency
public struct NavigationStack<Data, Root: View>: View, PrimitiveNode, ChainEnd {
  nonisolated var systemAPI: SystemAPI? { isOfSplitView ? nil : .navigationStack }

  let path: NavigationPathBinding?
  let root: Root
  private var columns: [any View] = []
  private var isOfSplitView = false

  func update(_ node: Node) {
    let model = node.slot(0) { NavigationModel() }
    model.node = node
    model.path = path
    model.columns = columns
    model.isUpdating = true
    defer { model.isUpdating = false }
    var update = Node.ChildUpdate(node)
    update.place(0, root, environment(node, model, level: 0))
    let pages = node.tracked { model.allPages }
    for (index, page) in pages.enumerated() {
      let identity: AnyHashable
      switch page {
      case .value(let value): identity = value
      case .view, .column: identity = index
      case .presented(let page): identity = ObjectIdentifier(page)
      }
      var environment = environment(node, model, level: index + 1)
      if case .column(let number) = page { environment.nextColumn = number + 1 }
      update.place(
        AnyHashable([AnyHashable(index + 1), identity]), model.view(page), environment)
    }
    update.finish()
    for (index, (_, child)) in node.children.enumerated() { child.isShown = index == pages.count }
  }

  private func environment(
    _ node: Node, _ model: NavigationModel, level: Int
  ) -> EnvironmentValues {
    var environment = node.environment
    environment.navigation = model
    if level > 0 {
      environment[IsPresentedKey.self] = true
      environment[DismissKey.self] = DismissAction { [weak model] in model?.pop(to: level - 1) }
    }
    return environment
  }

  func show(_ node: Node, on screen: inout Screen) {
    let titles = node.children.map { _, child in
      let isShown = child.isShown
      child.isShown = true
      defer { child.isShown = isShown }
      return screen.part { child.show(on: &$0) }.title
    }
    guard let top = node.children.last?.node else { return }
    var part = screen.part { top.show(on: &$0) }
    let level = node.children.count - 1
    var bar: [ScreenElement] = []
    if level > 0, let model = node.slots[0] as? NavigationModel {
      let title = titles[level - 1] ?? ""
      var back = ScreenElement(
        "back button", names: title.isEmpty ? ["Back"] : [title, "Back"],
        texts: [title.isEmpty ? "Back" : title])
      back.touch = { model.pop(to: level - 1) }
      bar.append(back)
    }
    if let title = part.title, !title.isEmpty {
      bar.append(ScreenElement("title", names: [title], texts: [title]))
    }
    bar += part.toolbar
    part.title = nil
    part.toolbar = []
    screen.adopt(part, elements: bar + part.elements)
  }
}

// As `List`.
@available(*, unavailable) extension NavigationStack: Sendable {}

extension NavigationStack {
  public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
    path = nil
    self.root = root()
  }

  init(_ root: Root, columns: [any View]) where Data == NavigationPath {
    path = nil
    self.root = root
    self.columns = columns
    isOfSplitView = true
  }

  public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root)
  where Data == NavigationPath {
    self.path = NavigationPathBinding(
      read: { path.wrappedValue.values },
      append: {
        path.wrappedValue.values.append($0)
        return true
      }, removeLast: { path.wrappedValue.removeLast() })
    self.root = root()
  }

  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection,
    Data.Element: Hashable
  {
    self.path = NavigationPathBinding(
      read: { path.wrappedValue.map { AnyHashable($0) } },
      append: {
        guard let value = $0.base as? Data.Element else { return false }
        path.wrappedValue.append(value)
        return true
      }, removeLast: { path.wrappedValue.remove(at: path.wrappedValue.indices.last!) })
    self.root = root()
  }
}

/// The values of the pages of a navigation stack.
public struct NavigationPath: Equatable {
  var values: [AnyHashable] = []

  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element: Hashable {
    values = elements.map { AnyHashable($0) }
  }

  public var count: Int { values.count }
  public var isEmpty: Bool { values.isEmpty }
  public mutating func append<V: Hashable>(_ value: V) { values.append(AnyHashable(value)) }
  public mutating func removeLast(_ k: Int = 1) { values.removeLast(k) }
}

/// The predecessor of `NavigationStack`.
public nonisolated struct NavigationView<Content: View>: View, PrimitiveNode {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  @MainActor func update(_ node: Node) { node.setChild(NavigationStack { content }) }
}
