/// Writes a message with a format of C, such as `os_log("%{public}@ is %d m away", name, distance)`.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
  type: OSLogType = .default, _ args: any CVarArg...
) {
  log.write(type) { FormatString(message).composed(with: args, redacts: $0) }
}

/// Writes a message with a format of C.
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer = #dsohandle, log: OSLog = .default,
  _ message: StaticString, _ args: any CVarArg...
) {
  log.write(type) { FormatString(message).composed(with: args, redacts: $0) }
}

/// Writes a message of the level `default`, without a subsystem.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { os_log(.default, log: .default, message) }

/// Writes a message without a subsystem.
@_disfavoredOverload
public func os_log(_ logLevel: OSLogType, _ message: OSLogMessage) {
  os_log(logLevel, log: .default, message)
}

/// Writes a message of the level `default`.
@_disfavoredOverload
public func os_log(log: OSLog, _ message: OSLogMessage) { os_log(.default, log: log, message) }

@_disfavoredOverload
public func os_log(_ logLevel: OSLogType, log: OSLog, _ message: OSLogMessage) {
  log.write(logLevel) { message.interpolation.composed(redacts: $0) }
}
