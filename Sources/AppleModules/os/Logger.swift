/// Writes messages to the log of the simulated device; outside of a simulation, to standard error.
///
/// Messages of all levels are written, also `debug`, which a device drops if nobody reads along.
public struct Logger: Sendable {
  let log: OSLog

  /// Creates a logger for messages without a subsystem.
  public init() { log = .default }
  public init(subsystem: String, category: String) {
    log = OSLog(subsystem: subsystem, category: category)
  }
  public init(_ logObj: OSLog) { log = logObj }

  public func log(_ message: OSLogMessage) { write(message, .default) }
  public func log(level: OSLogType, _ message: OSLogMessage) { write(message, level) }
  /// Writes a message of the level `debug`.
  public func trace(_ message: OSLogMessage) { write(message, .debug) }
  public func debug(_ message: OSLogMessage) { write(message, .debug) }
  public func info(_ message: OSLogMessage) { write(message, .info) }
  /// Writes a message of the level `default`.
  public func notice(_ message: OSLogMessage) { write(message, .default) }
  /// Writes a message of the level `error`.
  public func warning(_ message: OSLogMessage) { write(message, .error) }
  public func error(_ message: OSLogMessage) { write(message, .error) }
  /// Writes a message of the level `fault`.
  public func critical(_ message: OSLogMessage) { write(message, .fault) }
  public func fault(_ message: OSLogMessage) { write(message, .fault) }

  private func write(_ message: OSLogMessage, _ type: OSLogType) {
    log.write(type) { message.interpolation.composed(redacts: $0) }
  }
}
