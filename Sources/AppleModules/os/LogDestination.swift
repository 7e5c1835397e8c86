import Foundation

// Implemented in the file AppProcess+Log.swift of YobanSimulatedDevices. This module does not import it; see
// Exports.swift.

/// Returns whether the device of the calling app redacts private values: 1 or 0; -1 outside of an
/// app.
@_silgen_name("yoban_log_redacts")
private func logRedacts() -> Int8

/// Adds a message to the log of the calling app.
@_silgen_name("yoban_log_post")
private func logPost(_ level: UInt8, _ subsystem: String, _ category: String, _ text: String)

/// Returns the next number of a signpost in the calling app; 0 outside of an app.
@_silgen_name("yoban_log_next_signpost")
func nextSignpostNumber() -> UInt64

/// The number that stands for a signpost among the raw values of `OSLogType`.
private let signpostLevel: UInt8 = 0xFF

extension OSLog {
  /// Writes a message to the trace of the simulated device; outside of an app, to standard error.
  ///
  /// - Parameter compose: returns the message. Its parameter is whether private values are replaced.
  func write(_ type: OSLogType, _ compose: (_ redacts: Bool) -> String) {
    guard isEnabled(type: type) else { return }
    post(type.rawValue, compose)
  }

  func writeSignpost(
    _ type: OSSignpostType, _ name: StaticString, _ id: OSSignpostID,
    _ compose: (_ redacts: Bool) -> String
  ) {
    guard signpostsEnabled else { return }
    post(signpostLevel) { redacts in
      let message = compose(redacts)
      return "\(name) \(type.word)" + (message.isEmpty ? "" : ": \(message)")
    }
  }

  private func post(_ level: UInt8, _ compose: (_ redacts: Bool) -> String) {
    let redacts = logRedacts()
    let text = compose(redacts == 1)
    guard redacts < 0 else { return logPost(level, subsystem, category, text) }
    let origin = subsystem.isEmpty && category.isEmpty ? "" : "[\(subsystem):\(category)] "
    FileHandle.standardError.write(Data("\(origin)\(text)\n".utf8))
  }
}
