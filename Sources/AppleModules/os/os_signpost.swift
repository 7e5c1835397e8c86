/// Marks the beginning or the end of an interval, or an event.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {
  log.writeSignpost(type, name, signpostID) { _ in "" }
}

/// Marks the beginning or the end of an interval, or an event, with a message in a format of C.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {
  log.writeSignpost(type, name, signpostID) {
    FormatString(format).composed(with: arguments, redacts: $0)
  }
}
