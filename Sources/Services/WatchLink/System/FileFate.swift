import YobanPlatformProfiles

/// Decides whether a file under way will reach its app (WC5). It has no side effects.
///
/// Documented: it always does. Observed: only if the receiving app runs from the first byte to the
/// last; even a short suspension loses the file.
struct FileFate: Equatable {
  let mode: Behavior
  private(set) var isLost: Bool

  /// Creates the value when the first byte is sent.
  init(_ mode: Behavior, receiverRuns: Bool) {
    self.mode = mode
    switch mode {
    case .documented: isLost = false
    case .observed: isLost = !receiverRuns
    }
  }

  /// Handles that the receiving app was suspended, or that its process ended.
  mutating func receiverStopped() {
    switch mode {
    case .documented: break
    case .observed: isLost = true
    }
  }
}
