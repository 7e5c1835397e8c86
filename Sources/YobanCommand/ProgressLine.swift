import Foundation

/// A progress line on a terminal. It prints nothing if standard error is not a terminal.
struct ProgressLine: Sendable {
  private let isOn = isatty(2) == 1

  /// - Parameters:
  ///   - share: The progress, from 0 to 1.
  ///   - text: The progress in words.
  func show(_ share: Double, _ text: String) {
    guard isOn else { return }
    let full = Int(min(1, max(0, share)) * 30)
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 30 - full)
    write("\r  \(bar) \(text)")
  }

  func clear() { if isOn { write("\r\u{1B}[K") } }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
