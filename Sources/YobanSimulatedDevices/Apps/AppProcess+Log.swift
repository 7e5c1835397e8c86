// Called by the module os, which declares these functions by their symbols, because it must not
// import this module.

@_silgen_name("yoban_log_redacts")
public func logRedacts() -> Int8 {
  guard let process = AppProcess.current else { return -1 }
  return process.device.redactsPrivateLogValues ? 1 : 0
}

/// - Parameter level: the raw value of the `OSLogType`, or 0xFF for a signpost.
@_silgen_name("yoban_log_post")
public func logPost(_ level: UInt8, _ subsystem: String, _ category: String, _ text: String) {
  let message = LogMessage(
    level: LogMessage.Level(typeValue: level), subsystem: subsystem, category: category, text: text)
  AppProcess.current?.post(.logged(message))
}

@_silgen_name("yoban_log_next_signpost")
public func logNextSignpost() -> UInt64 {
  guard let process = AppProcess.current?.process else { return 0 }
  let count = process.resident(SignpostCount.self) { SignpostCount() }
  count.last += 1
  return count.last
}

/// The number of signposts of a process that asked for an identifier.
private final class SignpostCount { var last: UInt64 = 0 }

extension LogMessage.Level {
  fileprivate init(typeValue: UInt8) {
    self =
      switch typeValue {
      case 0x01: .info
      case 0x02: .debug
      case 0x10: .error
      case 0x11: .fault
      case 0xFF: .signpost
      default: .default
      }
  }
}
