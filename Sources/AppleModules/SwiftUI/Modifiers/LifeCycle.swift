internal import YobanSimulatedApple
public import Combine

/// The actions of a view that appears and disappears.
nonisolated struct AppearanceModifier: SystemModifier {
  var onAppear: (() -> Void)?
  var onDisappear: (() -> Void)?

  @MainActor func update(_ node: Node, _ content: any View) {
    let appearance = node.appearance ?? Appearance()
    appearance.onAppear = onAppear
    appearance.onDisappear = onDisappear
    node.appearance = appearance
    node.setChild(content)
  }
}

/// The task of a view.
nonisolated struct TaskModifier: SystemModifier {
  var systemAPI: SystemAPI? { .viewTask }

  private final class Identifier: @unchecked SimulationConfined { var value: AnyHashable? }

  let id: AnyHashable?
  let name: String?
  let priority: TaskPriority
  let action: @isolated(any) () async -> Void

  @MainActor func update(_ node: Node, _ content: any View) {
    let isNew = node.appearance == nil
    let appearance = node.appearance ?? Appearance()
    // Sendable: the task runs the action once, on the actor of the action.
    nonisolated(unsafe) let action = action
    appearance.start = { [name, priority] in
      Task(name: name, priority: priority) { await action() }
    }
    node.appearance = appearance
    let identifier = node.slot(0) { Identifier() }
    if identifier.value != id, !isNew { appearance.restart(in: node.graph) }
    identifier.value = id
    node.setChild(content)
  }
}

/// An action for a change of a value.
nonisolated struct ChangeModifier<V: Equatable>: SystemModifier {
  private final class Previous: @unchecked SimulationConfined {
    var value: V
    init(_ value: V) { self.value = value }
  }

  let value: V
  let isInitial: Bool
  var systemAPI: SystemAPI?
  let action: (V, V) -> Void

  @MainActor func update(_ node: Node, _ content: any View) {
    if let previous = node.slots[0] as? Previous {
      let old = previous.value
      previous.value = value
      if old != value { node.graph.afterUpdate { action(old, value) } }
    } else {
      node.slots[0] = Previous(value)
      if isInitial { node.graph.afterUpdate { action(value, value) } }
    }
    node.setChild(content)
  }
}

/// An action for the values of a publisher.
nonisolated struct ReceiveModifier<P: Publisher>: SystemModifier where P.Failure == Never {
  private final class Storage: NodeResource, @unchecked SimulationConfined {
    var action: ((P.Output) -> Void)?
    var subscription: AnyCancellable?
    func end() {
      subscription = nil
      action = nil
    }
  }

  let publisher: P
  let action: (P.Output) -> Void

  @MainActor func update(_ node: Node, _ content: any View) {
    let storage = node.slot(0) { Storage() }
    storage.action = action
    if storage.subscription == nil {
      storage.subscription = AnyCancellable(
        publisher.sink { [weak storage] in storage?.action?($0) })
    }
    node.setChild(content)
  }
}

/// An explicit identity. Another identifier makes another view.
nonisolated struct IdentityModifier: SystemModifier {
  let id: AnyHashable

  @MainActor func update(_ node: Node, _ content: any View) {
    node.setChildren([(id, content, node.environment)])
  }
}

nonisolated extension View {
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    modifier(AppearanceModifier(onAppear: action))
  }

  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    modifier(AppearanceModifier(onDisappear: action))
  }

  /// Starts a task when the view appears, and cancels it when the view disappears.
  public func task(
    name: String? = nil, priority: TaskPriority = .userInitiated, file: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View {
    modifier(TaskModifier(id: nil, name: name, priority: priority, action: action))
  }

  /// As `task(priority:_:)`; another identifier cancels the task and starts it again.
  public func task<T: Equatable>(
    id value: T, name: String? = nil, priority: TaskPriority = .userInitiated,
    file: String = #fileID, line: Int = #line,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View {
    modifier(
      TaskModifier(
        id: AnyHashable(EquatableID(value: value)), name: name, priority: priority,
        action: action))
  }

  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View {
    modifier(
      ChangeModifier(
        value: value, isInitial: initial, systemAPI: .changeOfTwoValues, action: action))
  }

  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View {
    onChange(of: value, initial: initial) { _, _ in action() }
  }

  @available(*, deprecated, message: "Use an onChange whose action has two parameters or none.")
  public func onChange<V: Equatable>(
    of value: V, perform action: @escaping (_ newValue: V) -> Void
  ) -> some View {
    modifier(ChangeModifier(value: value, isInitial: false) { action($1) })
  }

  public func onReceive<P: Publisher>(
    _ publisher: P, perform action: @escaping (P.Output) -> Void
  ) -> some View where P.Failure == Never {
    modifier(ReceiveModifier(publisher: publisher, action: action))
  }

  public func id<ID: Hashable>(_ id: ID) -> some View {
    modifier(IdentityModifier(id: AnyHashable(id)))
  }
}

/// An identifier that can only be compared.
private struct EquatableID<Value: Equatable>: Hashable {
  let value: Value
  func hash(into hasher: inout Hasher) {}
}
