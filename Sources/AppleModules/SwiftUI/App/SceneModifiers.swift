internal import YobanSimulatedApple

/// A scene with a modifier.
nonisolated struct ModifiedScene<Content: Scene>: Scene, PrimitiveNode {
  typealias Body = Never
  let content: Content
  var systemAPI: SystemAPI?
  var change: (Node) -> EnvironmentValues = { $0.environment }
  var perform: (@MainActor @Sendable (Node) -> Void)?

  @MainActor func update(_ node: Node) {
    perform?(node)
    node.setChild(content, change(node))
  }
}

/// The last value of `onChange`.
private final class PreviousValue<V>: @unchecked SimulationConfined {
  var value: V
  init(_ value: V) { self.value = value }
}

nonisolated extension Scene {
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some Scene {
    ModifiedScene(
      content: self,
      change: { node in
        if let previous = node.slots[0] as? PreviousValue<V> {
          let old = previous.value
          previous.value = value
          if old != value { node.graph.afterUpdate { action(old, value) } }
        } else {
          node.slots[0] = PreviousValue(value)
          if initial { node.graph.afterUpdate { action(value, value) } }
        }
        return node.environment
      })
  }

  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some Scene {
    onChange(of: value, initial: initial) { _, _ in action() }
  }

  @available(*, deprecated, message: "Use an onChange whose action has two parameters or none.")
  public func onChange<V: Equatable>(
    of value: V, perform action: @escaping (_ newValue: V) -> Void
  ) -> some Scene {
    onChange(of: value) { _, new in action(new) }
  }

  public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some Scene {
    ModifiedScene(
      content: self,
      change: { node in
        var environment = node.environment
        environment[keyPath: keyPath] = value
        return environment
      })
  }

  public func environment<T: AnyObject & Observable>(_ object: T?) -> some Scene {
    ModifiedScene(
      content: self,
      change: { node in
        var environment = node.environment
        environment.setObject(object, as: T.self)
        return environment
      })
  }

  public func environmentObject<T: ObservableObject>(_ object: T) -> some Scene {
    ModifiedScene(
      content: self,
      change: { node in
        var environment = node.environment
        environment.setObject(object, as: T.self)
        return environment
      })
  }

  /// Runs the action when the system gives the app time for the task.
  ///
  /// The task of an app refresh is registered with `BGTaskScheduler` when the app launches. It is completed
  /// when the action returns; when its time ends, the action's task is canceled.
  public func backgroundTask<D: Sendable, R: Sendable>(
    _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
  ) -> some Scene {
    ModifiedScene(
      content: self, systemAPI: .sceneBackgroundTask,
      perform: { BackgroundTaskHandlers.current.add(task, at: $0, action) })
  }
}

/// A kind of work in the background.
public struct BackgroundTask<Request, Response>: Sendable {
  enum Kind: Sendable {
    case appRefresh(String)
    case urlSession(@Sendable (String) -> Bool)
  }

  let kind: Kind
  let request: @Sendable (String) -> Request
}

extension BackgroundTask {
  /// An app refresh, which the app requests with a `BGAppRefreshTaskRequest` of the identifier.
  public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> {
    .init(kind: .appRefresh(identifier)) { _ in }
  }

  /// The events of a background session with the identifier.
  public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void> {
    .init(kind: .urlSession { $0 == identifier }) { _ in }
  }

  /// The events of the background sessions whose identifiers match.
  public static func urlSession(
    matching: @escaping @Sendable (String) -> Bool
  ) -> BackgroundTask<String, Void> {
    .init(kind: .urlSession(matching)) { $0 }
  }

  /// The events of all background sessions.
  public static var urlSession: BackgroundTask<String, Void> {
    .init(kind: .urlSession { _ in true }) { $0 }
  }
}
