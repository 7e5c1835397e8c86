/// A message that an app wrote to the system's log, such as with `Logger` or `os_log`.
public struct LogMessage: Sendable, Hashable, CustomStringConvertible {
  /// The level of a message. The names are those of Apple's Console.
  public enum Level: String, Sendable, Hashable {
    case debug, info, `default`, error, fault
    /// An event or the end or the beginning of an interval that is measured.
    case signpost
  }

  public var level: Level
  /// The part of the app that wrote the message, such as `com.example.app`; empty for none.
  public var subsystem: String
  /// The area within the subsystem; empty for none.
  public var category: String
  /// The composed message.
  public var text: String

  public init(level: Level, subsystem: String, category: String, text: String) {
    self.level = level
    self.subsystem = subsystem
    self.category = category
    self.text = text
  }

  /// The message after its level and origin, such as `error [com.example.app:radio] no answer`. The
  /// default level is left out.
  public var description: String {
    let origin = subsystem.isEmpty && category.isEmpty ? nil : "[\(subsystem):\(category)]"
    let level = level == .default ? nil : level.rawValue
    return [level, origin, text].compactMap(\.self).joined(separator: " ")
  }
}

extension LogMessage: TracePayload {
  public static var service: String { "log" }
  public var name: String { level.rawValue }
  public var fields: [(key: String, value: String)] {
    [("subsystem", subsystem), ("category", category), ("text", text)]
  }
  public var words: String { description }

  public var style: TraceEvent.Style {
    switch level {
    case .info, .default: .plain
    case .debug, .signpost: .quiet
    case .error, .fault: .red
    }
  }

  public static var hasTexts: Bool { true }

  public func replacingTexts(_ replace: (String) -> String) -> LogMessage {
    var message = self
    message.text = replace(text)
    return message
  }
}

extension TraceEvent.Kind {
  public static func logged(_ message: LogMessage) -> Self { Self(message) }
  /// The message that an app wrote to the log; nil for other events.
  public var logged: LogMessage? { payload as? LogMessage }
}
