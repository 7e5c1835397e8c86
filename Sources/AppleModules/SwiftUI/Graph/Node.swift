internal import YobanSimulatedApple

/// The place of one view, scene or app in the tree, with what outlives its value: state, subscriptions
/// and tasks. Its identity is its position, or an explicit identifier.
///
/// Values are evaluated on the main actor; other threads only mark a node as changed.
final class Node: @unchecked SimulationConfined {
  let graph: ViewGraph
  private(set) weak var parent: Node?
  let depth: Int
  /// The order of creation, for a deterministic order of updates.
  let number: Int
  private(set) var value: Any
  var environment: EnvironmentValues
  private(set) var children: [(key: AnyHashable, node: Node)] = []
  /// The storage of the value's properties, by their number in the value.
  var slots: [Int: AnyObject] = [:]
  /// The actions of `onAppear`, `onDisappear` and `task` (SU1).
  var appearance: Appearance?
  var isDirty = false
  /// For each value of the environment that the last evaluation has read: whether another environment has another one.
  private var environmentReads: [(EnvironmentValues) -> Bool] = []
  /// Whether the children are placed again only because the environment has changed.
  private var passesEnvironment = false
  private(set) var isAlive = true
  /// False for a page of a container that another page covers.
  var isShown = true

  init(_ value: Any, in graph: ViewGraph, parent: Node?, environment: EnvironmentValues) {
    self.value = value
    self.graph = graph
    self.parent = parent
    self.environment = environment
    depth = parent.map { $0.depth + 1 } ?? 0
    number = graph.nextNumber()
  }

  /// Returns the object in a slot, which is created at its first use.
  func slot<Object: AnyObject>(_ number: Int, _ make: () -> Object) -> Object {
    if let known = slots[number] as? Object { return known }
    let made = make()
    slots[number] = made
    return made
  }

  /// Marks the node for the next update.
  func invalidate() {
    guard isAlive else { return }
    graph.invalidate(self)
  }

  // MARK: Evaluation

  @MainActor func update(_ value: Any, _ environment: EnvironmentValues) {
    self.value = value
    self.environment = environment
    evaluate()
  }

  /// Gives the node and those below it another environment. As in SwiftUI, only the bodies that have read what has
  /// changed are evaluated again: a body makes new values, such as `Page(model: Model())`.
  @MainActor func changeEnvironment(_ environment: EnvironmentValues) {
    self.environment = environment
    let isUnchanged = !isDirty && !environmentReads.contains { $0(environment) }
    if isUnchanged, !(value is any PrimitiveNode) {
      for (_, child) in children { child.changeEnvironment(environment) }
    } else {
      // A primitive node gives each child an environment of its own.
      passesEnvironment = isUnchanged
      evaluate()
      passesEnvironment = false
    }
  }

  /// Notes that the evaluation depends on a value of the environment.
  func noteRead<Value>(_ value: Value, by read: @escaping (EnvironmentValues) -> Value) {
    environmentReads.append { !Self.isSame(value, read($0)) }
  }

  /// Whether two values are equal, or one object. Values that cannot be compared are not the same.
  private static func isSame(_ a: Any, _ b: Any) -> Bool {
    if let a = a as? any Equatable { return isEqual(a, b) }
    guard type(of: a) is AnyClass, type(of: b) is AnyClass else { return false }
    return a as AnyObject === b as AnyObject
  }

  private static func isEqual<Value: Equatable>(_ a: Value, _ b: Any) -> Bool {
    (b as? Value) == a
  }

  @MainActor func evaluate() {
    isDirty = false
    environmentReads = []
    switch value {
    case let primitive as any PrimitiveNode:
      primitive.systemAPI?.reportIfTooNew()
      primitive.update(self)
    case let view as any UIViewRepresentable: evaluateRepresentable(view)
    case let view as any UIViewControllerRepresentable: evaluateRepresentable(view)
    case let view as any View: evaluateView(view)
    case let scene as any Scene: evaluateScene(scene)
    case let app as any App: evaluateApp(app)
    default: preconditionFailure("\(type(of: value)) is neither a view nor a scene")
    }
  }

  @MainActor private func evaluateView<V: View>(_ view: V) {
    var view = view
    PropertyConnector.connect(&view, to: self)
    setChild(tracked { view.body })
  }

  @MainActor private func evaluateScene<S: Scene>(_ scene: S) {
    var scene = scene
    PropertyConnector.connect(&scene, to: self)
    setChild(tracked { scene.body })
  }

  @MainActor private func evaluateApp<A: App>(_ app: A) {
    var app = app
    PropertyConnector.connect(&app, to: self)
    setChild(tracked { app.body })
  }

  /// Runs the body, and invalidates the node when something changes that the body has read.
  @MainActor func tracked<Result>(_ body: () -> Result) -> Result {
    let before = graph.reader
    graph.reader = self
    let outer = ViewGraph.reading
    ViewGraph.reading = self
    defer {
      graph.reader = before
      ViewGraph.reading = outer
    }
    return withObservationTracking(body) { [weak self] in self?.invalidate() }
  }

  // MARK: Children

  /// Gives the node one child.
  @MainActor func setChild(_ value: Any, _ environment: EnvironmentValues? = nil) {
    setChildren([(0, value, environment ?? self.environment)])
  }

  /// Gives the node its children. A child with the key and the type of an earlier one is updated;
  /// otherwise it is new.
  @MainActor func setChildren(
    _ list: [(key: AnyHashable, value: Any, environment: EnvironmentValues)]
  ) {
    var update = ChildUpdate(self)
    for (key, value, environment) in list { update.place(key, value, environment) }
    update.finish()
  }

  /// An update of the children in which each child is evaluated before the next one is known.
  @MainActor struct ChildUpdate {
    private let node: Node
    private var old: [AnyHashable: Node]
    private var order: [AnyHashable]
    private var placed: [(key: AnyHashable, node: Node)] = []
    private var used: Set<AnyHashable> = []

    init(_ node: Node) {
      self.node = node
      order = node.children.map(\.key)
      old = Dictionary(node.children.map { ($0.key, $0.node) }) { first, _ in first }
    }

    @discardableResult
    mutating func place(_ key: AnyHashable, _ value: Any, _ environment: EnvironmentValues) -> Node
    {
      var key = key
      var repetition = 1
      while !used.insert(key).inserted {
        repetition += 1
        key = AnyHashable([key, AnyHashable(repetition)])
      }
      if let known = old[key], type(of: known.value) == type(of: value) {
        old[key] = nil
        placed.append((key, known))
        if node.passesEnvironment {
          known.changeEnvironment(environment)
        } else {
          known.update(value, environment)
        }
        return known
      }
      let new = Node(value, in: node.graph, parent: node, environment: environment)
      placed.append((key, new))
      new.evaluate()
      return new
    }

    mutating func finish() {
      for key in order {
        if let gone = old.removeValue(forKey: key) { gone.remove() }
      }
      node.children = placed
    }
  }

  // MARK: The end

  /// Ends the node: its views disappear, and its tasks are canceled.
  @MainActor func remove() {
    guard isAlive else { return }
    isAlive = false
    for (_, child) in children { child.remove() }
    appearance?.disappear(in: graph)
    for number in slots.keys.sorted() { (slots[number] as? any NodeResource)?.end() }
    slots = [:]
    children = []
  }
}

/// A value that makes its children itself instead of through a body.
@MainActor protocol PrimitiveNode {
  /// The API that older systems do not have, if the value is one.
  nonisolated var systemAPI: SystemAPI? { get }
  @MainActor func update(_ node: Node)
  /// Adds what the user sees.
  @MainActor func show(_ node: Node, on screen: inout Screen)
}

extension PrimitiveNode {
  nonisolated var systemAPI: SystemAPI? { nil }
  @MainActor func show(_ node: Node, on screen: inout Screen) { node.showChildren(on: &screen) }
}

/// A primitive view.
typealias PrimitiveView = PrimitiveNode & View

/// An object in a slot that must be ended with its node.
protocol NodeResource: AnyObject {
  func end()
}
