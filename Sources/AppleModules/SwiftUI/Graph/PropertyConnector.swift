@_spi(Reflection) import Swift

/// A property of a view whose storage belongs to the view's node.
protocol NodeProperty {
  /// Connects the value to the storage in a slot of the node.
  @MainActor mutating func connect(to node: Node, slot: Int)
}

/// Finds the dynamic properties in a value and connects them to a node.
@MainActor enum PropertyConnector {
  static func connect<Value>(_ value: inout Value, to node: Node) {
    var slot = 0
    connect(&value, to: node, &slot)
  }

  private static func connect<Value>(_ value: inout Value, to node: Node, _ slot: inout Int) {
    // A class has no storage in its value. An app's views are structures or enumerations.
    guard !(Value.self is AnyClass) else { return }
    withUnsafeMutablePointer(to: &value) { pointer in
      let start = UnsafeMutableRawPointer(pointer)
      _ = _forEachField(of: Value.self, options: _EachFieldOptions(rawValue: 1 << 1)) {
        _, offset, type, _ in
        if let type = type as? any DynamicProperty.Type {
          connectField(start + offset, type, to: node, &slot)
        }
        return true
      }
    }
  }

  private static func connectField<Property: DynamicProperty>(
    _ field: UnsafeMutableRawPointer, _ type: Property.Type, to node: Node, _ slot: inout Int
  ) {
    // The memory is initialized: it is a field of a value that the caller owns.
    let pointer = field.assumingMemoryBound(to: type)
    slot += 1
    if var property = pointer.pointee as? any NodeProperty {
      property.connect(to: node, slot: slot)
      pointer.pointee = property as! Property
    } else {
      connect(&pointer.pointee, to: node, &slot)
    }
    pointer.pointee.update()
  }
}

/// A property of a view that the view reads, and that is brought up to date before each evaluation of its
/// body.
public protocol DynamicProperty {
  /// Called before the body is evaluated.
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}
