internal import BackgroundTasks
internal import YobanSimulatedApple
internal import YobanVirtualTime

/// The actions of an app's `backgroundTask` modifiers (SU2).
@MainActor final class BackgroundTaskHandlers {
  /// An action, which is replaced when the app's body is evaluated again.
  private final class Handler {
    let node: ObjectIdentifier
    /// Whether it is the handler of the background session with the identifier.
    var matches: (String) -> Bool = { _ in false }
    /// The identifier of the app refresh that it handles.
    var refresh: String?
    var run: @MainActor (String) -> Task<Void, Never> = { _ in Task {} }
    init(_ node: Node) { self.node = ObjectIdentifier(node) }
  }

  private var handlers: [Handler] = []
  private var registered: Set<String> = []

  nonisolated init() {}

  static var current: BackgroundTaskHandlers {
    Simulation.current!.currentProcess.resident(BackgroundTaskHandlers.self) { .init() }
  }

  func add<D: Sendable, R: Sendable>(
    _ task: BackgroundTask<D, R>, at node: Node, _ action: @escaping @Sendable (D) async -> R
  ) {
    let known = handlers.first { $0.node == ObjectIdentifier(node) }
    let handler = known ?? Handler(node)
    if known == nil { handlers.append(handler) }
    let request = task.request
    handler.run = { identifier in
      // Sendable: made once for the task.
      let value = request(identifier)
      return Task { _ = await action(value) }
    }
    switch task.kind {
    case .urlSession(let matches): handler.matches = matches
    case .appRefresh(let identifier):
      handler.refresh = identifier
      // A watch app gets its refreshes from WatchKit, without a registration.
      guard registered.insert(identifier).inserted, !AppProcess.isOnWatch else { return }
      register(identifier, handler)
    }
  }

  private func register(_ identifier: String, _ handler: Handler) {
    nonisolated(unsafe) let handler = handler  // Sendable: used on the main queue
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
      // Sendable: the scheduler hands the task over to its handler.
      nonisolated(unsafe) let task = task
      MainActor.assumeIsolated {
        let work = handler.run(identifier)
        task.expirationHandler = { work.cancel() }
        Task {
          await work.value
          task.setTaskCompleted(success: !work.isCancelled)
        }
      }
    }
  }

  /// Handles the events of a background session.
  ///
  /// - Returns: false if no modifier matches the session.
  func handleEvents(ofSession identifier: String, _ completionHandler: @escaping () -> Void) -> Bool
  {
    guard let work = runTransfers(identifier) else { return false }
    Task {
      await work.value
      completionHandler()
    }
    return true
  }

  /// Runs the action for the background session; returns nil if no modifier matches it.
  func runTransfers(_ session: String) -> Task<Void, Never>? {
    handlers.first { $0.matches(session) }?.run(session)
  }

  /// Runs the action for the app refresh; returns nil if no modifier has the identifier.
  func runRefresh(_ identifier: String) -> Task<Void, Never>? {
    handlers.first { $0.refresh == identifier }?.run(identifier)
  }
}

extension AppProcess {
  /// Whether the calling code belongs to an app on a watch.
  static var isOnWatch: Bool { current?.app.device is Watch }
}
