/// The actions of a view that appears and disappears.
@MainActor final class Appearance {
  var onAppear: (() -> Void)?
  var onDisappear: (() -> Void)?
  /// Starts the view's task.
  var start: (@MainActor () -> Task<Void, Never>)?
  private var task: Task<Void, Never>?
  private var isAppeared = false

  nonisolated init() {}

  func appear(in graph: ViewGraph) {
    guard !isAppeared else { return }
    isAppeared = true
    graph.afterUpdate { [self] in
      onAppear?()
      if isAppeared, task == nil { task = start?() }
    }
  }

  func disappear(in graph: ViewGraph) {
    guard isAppeared else { return }
    isAppeared = false
    graph.afterUpdate { [self] in
      task?.cancel()
      task = nil
      onDisappear?()
    }
  }

  /// Cancels the task and starts it again, because its identifier has changed.
  func restart(in graph: ViewGraph) {
    guard isAppeared else { return }
    graph.afterUpdate { [self] in
      task?.cancel()
      task = isAppeared ? start?() : nil
    }
  }
}
