internal import YobanVirtualTime

/// A tree of views, and its pending changes.
///
/// A change marks nodes. One update on the main queue, in the same turn of the run loop, evaluates them,
/// parents first. Then views appear and disappear, and the actions of `onChange` and `onAppear` run; they
/// may cause another pass.
final class ViewGraph: @unchecked SimulationConfined {
  private(set) var root: Node!
  /// The view that shows the tree, in which the views of UIKit are.
  weak var host: UIView?
  /// Whether the tree is on a screen.
  private(set) var isOnScreen = false
  private var dirty: [Node] = []
  private var actions: [() -> Void] = []
  private var isScheduled = false
  private var isUpdating = false
  private var isEnvironmentChanged = false
  private var count = 0
  private var receivers: [WeakNode] = []
  private struct WeakNode { weak var node: Node? }
  /// The node whose body is being evaluated.
  var reader: Node?

  /// The node whose body is being evaluated, in any graph of the calling process.
  static var reading: Node? {
    get { CurrentReader.of?.node }
    set { CurrentReader.of?.node = newValue }
  }

  @MainActor init(_ value: Any, environment: EnvironmentValues) {
    root = Node(value, in: self, parent: nil, environment: environment)
    invalidate(root)
  }

  /// The views with an `onOpenURL`, in the order in which they were made.
  var urlReceivers: [Node] { receivers.compactMap(\.node).filter(\.isAlive) }

  func addURLReceiver(_ node: Node) {
    receivers.removeAll { $0.node == nil }
    if !receivers.contains(where: { $0.node === node }) { receivers.append(WeakNode(node: node)) }
  }

  func nextNumber() -> Int {
    count += 1
    return count
  }

  func invalidate(_ node: Node) {
    if !node.isDirty {
      node.isDirty = true
      dirty.append(node)
    }
    schedule()
  }

  /// Changes the environment of the whole tree, and performs all pending changes.
  @MainActor func changeEnvironment(_ body: (inout EnvironmentValues) -> Void) {
    body(&root.environment)
    isEnvironmentChanged = true
    update()
  }

  /// Runs the action after the views have been evaluated.
  func afterUpdate(_ action: @escaping () -> Void) {
    actions.append(action)
    schedule()
  }

  private func schedule() {
    guard !isScheduled, !isUpdating else { return }
    isScheduled = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.update() }
    }
  }

  /// Puts the tree on the screen, or removes it.
  @MainActor func setOnScreen(_ isOnScreen: Bool) {
    self.isOnScreen = isOnScreen
    schedule()
  }

  /// The number of passes after which an update continues in a later event: an action changes the value
  /// that causes it.
  private static let maximumPasses = 100

  /// Performs the pending changes.
  @MainActor func update() {
    isScheduled = false
    guard !isUpdating else { return }
    isUpdating = true
    var passes = 0
    repeat {
      evaluateDirty()
      updateAppearance(root, isVisible: isOnScreen)
      let due = actions
      actions = []
      for action in due { action() }
      passes += 1
    } while hasChanges && passes < Self.maximumPasses
    isUpdating = false
    if hasChanges { schedule() }
  }

  private var hasChanges: Bool { !dirty.isEmpty || !actions.isEmpty || isEnvironmentChanged }

  @MainActor private func evaluateDirty() {
    if isEnvironmentChanged {
      isEnvironmentChanged = false
      root.changeEnvironment(root.environment)
    }
    while !dirty.isEmpty {
      let nodes = dirty.sorted { ($0.depth, $0.number) < ($1.depth, $1.number) }
      dirty = []
      for node in nodes where node.isAlive && node.isDirty { node.evaluate() }
    }
  }

  /// Views appear from the inside out (assumed: Apple documents no order).
  @MainActor private func updateAppearance(_ node: Node, isVisible: Bool) {
    for (_, child) in node.children {
      updateAppearance(child, isVisible: isVisible && child.isShown)
    }
    if let appearance = node.appearance {
      if isVisible { appearance.appear(in: self) } else { appearance.disappear(in: self) }
    }
  }
}

/// The node whose body is being evaluated in a process.
private final class CurrentReader {
  var node: Node?

  static var of: CurrentReader? {
    Simulation.current?.currentProcess.resident(CurrentReader.self) { CurrentReader() }
  }
}
