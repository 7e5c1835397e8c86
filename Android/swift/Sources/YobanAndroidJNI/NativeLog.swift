import CYobanNDK

/// The log of the phone, which `adb logcat -s Yoban` shows.
enum NativeLog {
  enum Priority: Int32 {
    case info = 4
    case warning = 5
    case error = 6
  }

  /// The log cuts off a line after about a thousand bytes, so a longer text is written in parts.
  static func write(_ priority: Priority, _ text: String) {
    var rest = Substring(text)
    repeat {
      let part = rest.prefix(250)
      _ = __android_log_write(priority.rawValue, "Yoban", String(part))
      rest = rest.dropFirst(part.count)
    } while !rest.isEmpty
  }
}
