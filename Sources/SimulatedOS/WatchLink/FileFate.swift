/// Whether a file that is under way will reach its app (WC5). Pure.
///
/// Documented: always. Observed: only if the receiving app runs from the first byte to the last;
/// a moment of suspension is enough to lose it.
struct FileFate: Equatable {
  let mode: WatchLinkPolicy.Mode
  private(set) var isLost: Bool

  /// The first byte is on its way.
  init(_ mode: WatchLinkPolicy.Mode, receiverRuns: Bool) {
    self.mode = mode
    switch mode {
    case .documented: isLost = false
    case .observed: isLost = !receiverRuns
    }
  }

  /// The receiving app was suspended, or its process ended.
  mutating func receiverStopped() {
    switch mode {
    case .documented: break
    case .observed: isLost = true
    }
  }
}
