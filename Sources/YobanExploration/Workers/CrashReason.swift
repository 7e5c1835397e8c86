import Foundation

/// Says why a process ended.
enum CrashReason {
  /// Returns the message of a trap if the process printed one, or the signal or exit code.
  ///
  /// - Parameter status: as from `waitpid`.
  static func text(status: Int32, output: String) -> String {
    let signal = status & 0x7f
    let lines = output.split(whereSeparator: \.isNewline)
    let fatal = lines.last { $0.contains("Fatal error") || $0.contains("precondition") }
    let printed = fatal.map { ": " + $0.trimmingCharacters(in: .whitespaces) } ?? ""
    if signal != 0 { return "crash, \(name(of: signal))\(printed)" }
    return "the process ended with exit code \(status >> 8 & 0xff)\(printed)"
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGILL, SIGTRAP: "a trap"
    case SIGSEGV, SIGBUS: "an access to memory that is not there"
    case SIGABRT: "abort"
    default: "signal \(signal)"
    }
  }
}
