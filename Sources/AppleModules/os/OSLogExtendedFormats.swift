import Foundation

/// The format of a Boolean in a log message.
@nonexhaustive public enum OSLogBoolFormat: Sendable {
  /// `true` or `false`
  case truth
  /// `YES` or `NO`
  case answer

  func text(_ value: Bool) -> String {
    switch self {
    case .truth: value ? "true" : "false"
    case .answer: value ? "YES" : "NO"
    }
  }
}

/// A special format of an `Int` in a log message.
@nonexhaustive public enum OSLogIntExtendedFormat: Sendable {
  case bitrate
  case bitrateIEC
  case byteCount
  case byteCountIEC
  case secondsSince1970

  func text(_ value: Int) -> String {
    switch self {
    case .bitrate: scaled(value, by: 1000, units: ["bps", "kbps", "Mbps", "Gbps", "Tbps"])
    case .bitrateIEC: scaled(value, by: 1024, units: ["bps", "Kibps", "Mibps", "Gibps", "Tibps"])
    case .byteCount: scaled(value, by: 1000, units: ["B", "kB", "MB", "GB", "TB"])
    case .byteCountIEC: scaled(value, by: 1024, units: ["B", "KiB", "MiB", "GiB", "TiB"])
    case .secondsSince1970: timeText(TimeInterval(value), "yyyy-MM-dd HH:mm:ssZ")
    }
  }
}

/// A special format of an `Int32` in a log message.
@nonexhaustive public enum OSLogInt32ExtendedFormat: Sendable {
  case ipv4Address
  case secondsSince1970
  case darwinErrno
  case darwinMode
  case darwinSignal
  case bitrate
  case bitrateIEC
  case byteCount
  case byteCountIEC
  case truth
  case answer

  func text(_ value: Int32) -> String {
    switch self {
    case .ipv4Address:
      // The address is in network byte order.
      withUnsafeBytes(of: value) { $0.map(String.init).joined(separator: ".") }
    case .secondsSince1970: OSLogIntExtendedFormat.secondsSince1970.text(Int(value))
    case .darwinErrno: "[\(value): \(String(cString: strerror(value)))]"
    case .darwinMode: modeText(UInt32(bitPattern: value))
    case .darwinSignal: "[\(signalName(value)): \(String(cString: strsignal(value)))]"
    case .bitrate: OSLogIntExtendedFormat.bitrate.text(Int(value))
    case .bitrateIEC: OSLogIntExtendedFormat.bitrateIEC.text(Int(value))
    case .byteCount: OSLogIntExtendedFormat.byteCount.text(Int(value))
    case .byteCountIEC: OSLogIntExtendedFormat.byteCountIEC.text(Int(value))
    case .truth: OSLogBoolFormat.truth.text(value != 0)
    case .answer: OSLogBoolFormat.answer.text(value != 0)
    }
  }
}

/// The format of raw memory in a log message.
@nonexhaustive public enum OSLogPointerFormat: Sendable {
  case ipv6Address
  case timeval
  case timespec
  case uuid
  case none

  func text(_ bytes: UnsafeRawBufferPointer) -> String {
    switch self {
    case .uuid where bytes.count == 16: UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)).uuidString
    case .ipv6Address where bytes.count == 16:
      stride(from: 0, to: 16, by: 2)
        .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
        .joined(separator: ":")
    case .timeval where bytes.count == 16, .timespec where bytes.count == 16:
      timeText(TimeInterval(bytes.loadUnaligned(as: Int64.self)), "yyyy-MM-dd HH:mm:ss")
        + String(
          format: self == .timeval ? ".%06lld" : ".%09lld",
          bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self))
    default:
      "'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
    }
  }
}

private func scaled(_ value: Int, by base: Double, units: [String]) -> String {
  var amount = Double(value)
  var unit = 0
  while abs(amount) >= base, unit < units.count - 1 {
    amount /= base
    unit += 1
  }
  return unit == 0 ? "\(value) \(units[0])" : String(format: "%.3g %@", amount, units[unit])
}

private func timeText(_ seconds: TimeInterval, _ format: String) -> String {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(identifier: "UTC")
  formatter.dateFormat = format
  return formatter.string(from: Date(timeIntervalSince1970: seconds))
}

/// Returns a file mode as `ls -l` writes it, such as `-rwx------`.
private func modeText(_ mode: UInt32) -> String {
  let kinds: [UInt32: String] = [
    0o040000: "d", 0o120000: "l", 0o020000: "c", 0o060000: "b", 0o010000: "p", 0o140000: "s",
  ]
  let bits = zip(0..., "rwxrwxrwx").map { mode & (0o400 >> UInt32($0.0)) != 0 ? $0.1 : "-" }
  return (kinds[mode & 0o170000] ?? "-") + String(bits)
}

private func signalName(_ signal: Int32) -> String {
  // The numbers are those of this system; some differ from Darwin's.
  let names: [Int32: String] = [
    SIGHUP: "HUP", SIGINT: "INT", SIGQUIT: "QUIT", SIGILL: "ILL", SIGTRAP: "TRAP",
    SIGABRT: "ABRT", SIGFPE: "FPE", SIGKILL: "KILL", SIGBUS: "BUS", SIGSEGV: "SEGV",
    SIGSYS: "SYS", SIGPIPE: "PIPE", SIGALRM: "ALRM", SIGTERM: "TERM", SIGURG: "URG",
    SIGSTOP: "STOP", SIGTSTP: "TSTP", SIGCONT: "CONT", SIGCHLD: "CHLD", SIGTTIN: "TTIN",
    SIGTTOU: "TTOU", SIGIO: "IO", SIGXCPU: "XCPU", SIGXFSZ: "XFSZ", SIGVTALRM: "VTALRM",
    SIGPROF: "PROF", SIGWINCH: "WINCH", SIGUSR1: "USR1", SIGUSR2: "USR2",
  ]
  return names[signal].map { "sig" + $0.lowercased() } ?? "\(signal)"
}
