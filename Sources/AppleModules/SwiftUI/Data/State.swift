internal import YobanSimulatedApple

/// The storage of a state. It knows which bodies have read it.
final class StateLocation<Value>: @unchecked SimulationConfined {
  private struct Reader { weak var node: Node? }

  private var stored: Value
  private var readers: [Reader] = []

  init(_ value: Value) { stored = value }

  var value: Value {
    get {
      if let node = ViewGraph.reading, !readers.contains(where: { $0.node === node }) {
        readers.append(Reader(node: node))
      }
      return stored
    }
    set {
      stored = newValue
      changed()
    }
  }

  /// Invalidates the views that have read the value.
  func changed() {
    let current = readers
    readers = []
    for reader in current { reader.node?.invalidate() }
  }
}

/// A value that belongs to a view, and that lives as long as the view has a place in the tree.
@propertyWrapper public struct State<Value>: DynamicProperty {
  private let initial: Value
  private var location: StateLocation<Value>?

  public init(wrappedValue value: Value) { initial = value }
  public init(initialValue value: Value) { initial = value }

  /// The value. Before the view has a place in the tree, it is the initial value, and setting it has no
  /// effect.
  public var wrappedValue: Value {
    get { location.map(\.value) ?? initial }
    nonmutating set { location?.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    guard let location else { return .constant(initial) }
    return Binding(location)
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

extension State: NodeProperty {
  mutating func connect(to node: Node, slot: Int) {
    location = node.slot(slot) { StateLocation(initial) }
  }
}
