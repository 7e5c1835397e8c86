import Foundation

/// One line on a terminal that says how far the night is. Silent if standard error is no terminal.
struct ProgressLine: Sendable {
  private let hours: Double
  private let isOn = isatty(2) == 1

  init(hours: Double) { self.hours = hours }

  func show(_ passed: Duration) {
    guard isOn else { return }
    let share = min(1, passed / .seconds(hours * 3600))
    let full = Int(share * 30)
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 30 - full)
    write(
      "\r  night \(bar) \(String(format: "%5.2f", share * hours)) of \(String(format: "%g", hours)) h"
    )
  }

  func clear() { if isOn { write("\r\u{1B}[K") } }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
