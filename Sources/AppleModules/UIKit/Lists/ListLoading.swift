/// When a list asks its data source for rows: in the layout of the screen, after the code that has asked for it, or
/// when somebody asks for a row before. On a device, `reloadData` calls no method of the data source itself.
@MainActor final class ListLoading {
  private var isDue = false

  /// Loads the rows in the next turn of the main queue, if the list is in a window then.
  func request(for list: UIView, _ load: @escaping @MainActor () -> Void) {
    guard !isDue else { return }
    isDue = true
    Task { @MainActor [weak self, weak list] in
      if list?.window != nil { self?.perform(load) }
    }
  }

  /// Loads the rows now if they are due.
  func perform(_ load: @MainActor () -> Void) {
    guard isDue else { return }
    isDue = false
    load()
  }

  /// The rows were loaded for another reason.
  func cancel() { isDue = false }
}
