/// When a list asks its data source for rows: in the layout of the screen, after the code that has asked for it, or
/// when somebody asks for a row before. On a device, `reloadData` calls no method of the data source itself.
@MainActor final class ListLoading {
  private weak var list: UIView?
  private let load: @MainActor () -> Void
  private var isDue = false

  init(_ list: UIView, _ load: @escaping @MainActor () -> Void) {
    self.list = list
    self.load = load
  }

  /// Loads the rows in the next turn of the main queue, if the list is in a window then. Call it again when the list
  /// comes into a window.
  func request() {
    isDue = true
    Task { @MainActor [weak self] in
      if self?.list?.window != nil { self?.perform() }
    }
  }

  /// Loads the rows now if they are due.
  func perform() {
    guard isDue else { return }
    isDue = false
    load()
  }

  /// The rows were loaded for another reason.
  func cancel() { isDue = false }
}
