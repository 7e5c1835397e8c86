internal import YobanSimulatedApple

/// A value that views give to the views around them.
public protocol PreferenceKey {
  associatedtype Value
  static var defaultValue: Self.Value { get }
  static func reduce(value: inout Self.Value, nextValue: () -> Self.Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
  public static var defaultValue: Value { nil }
}

/// A view's value for a key.
private nonisolated struct PreferenceModifier<K: PreferenceKey>: SystemModifier {
  let value: K.Value

  @MainActor func update(_ node: Node, _ content: any View) {
    node.setChild(content)
    // The observers around the view look at the whole tree when it is complete.
    node.graph.afterUpdate { [weak node] in
      var parent = node?.parent
      while let current = parent {
        (current.slots[0] as? any PreferenceObserving)?.look(K.self, in: current)
        parent = current.parent
      }
    }
  }
}

/// An observer of a key.
private protocol PreferenceObserving: AnyObject {
  @MainActor func look(_ key: Any.Type, in node: Node)
}

private final class PreferenceObserver<K: PreferenceKey>: PreferenceObserving,
  @unchecked SimulationConfined
where K.Value: Equatable {
  var action: ((K.Value) -> Void)?
  private var last: K.Value?

  @MainActor func look(_ key: Any.Type, in node: Node) {
    guard key == K.self else { return }
    let value = Self.value(in: node) ?? K.defaultValue
    guard value != last else { return }
    last = value
    action?(value)
  }

  /// The value of everything below a node, in the order of the views.
  @MainActor private static func value(in node: Node) -> K.Value? {
    node.children.reduce(nil as K.Value?) { result, entry in
      let child = entry.node
      let own = (child.value as? any PreferenceCarrying)?.preference(K.self) as? K.Value
      guard let next = own ?? value(in: child) else { return result }
      guard var sum = result else { return next }
      K.reduce(value: &sum) { next }
      return sum
    }
  }
}

private protocol PreferenceCarrying {
  func preference(_ key: Any.Type) -> Any?
}

extension ModifiedContent: PreferenceCarrying {
  fileprivate func preference(_ key: Any.Type) -> Any? {
    (modifier as? any PreferenceCarrying)?.preference(key)
  }
}

extension PreferenceModifier: PreferenceCarrying {
  func preference(_ key: Any.Type) -> Any? { key == K.self ? value : nil }
}

private nonisolated struct PreferenceObserverModifier<K: PreferenceKey>: SystemModifier
where K.Value: Equatable {
  let action: (K.Value) -> Void

  @MainActor func update(_ node: Node, _ content: any View) {
    let observer = node.slot(0) { PreferenceObserver<K>() }
    observer.action = action
    node.setChild(content)
  }
}

nonisolated extension View {
  public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
    modifier(PreferenceModifier<K>(value: value))
  }

  public func onPreferenceChange<K: PreferenceKey>(
    _ key: K.Type = K.self, perform action: @escaping (K.Value) -> Void
  ) -> some View where K.Value: Equatable {
    modifier(PreferenceObserverModifier<K>(action: action))
  }
}
