/// The message of a signpost.
public typealias SignpostMetadata = OSLogMessage

/// Marks intervals and events. They are in the trace, but not in the lines of the app's log.
public struct OSSignposter: Sendable {
  private let log: OSLog

  public static let disabled = OSSignposter(logHandle: .disabled)

  public init() { log = .default }
  public init(logHandle: OSLog) { log = logHandle }
  public init(logger: Logger) { log = logger.log }
  public init(subsystem: String, category: String) {
    log = OSLog(subsystem: subsystem, category: category)
  }
  public init(subsystem: String, category: OSLog.Category) {
    log = OSLog(subsystem: subsystem, category: category)
  }

  public var isEnabled: Bool { log.signpostsEnabled }

  public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }
  public func makeSignpostID(from object: AnyObject) -> OSSignpostID {
    OSSignpostID(log: log, object: object)
  }

  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive
  ) -> OSSignpostIntervalState {
    begin(name, id) { _ in "" }
  }

  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) -> OSSignpostIntervalState {
    begin(name, id) { message.interpolation.composed(redacts: $0) }
  }

  public func beginAnimationInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive
  ) -> OSSignpostIntervalState {
    begin(name, id) { _ in "" }
  }

  public func beginAnimationInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) -> OSSignpostIntervalState {
    begin(name, id) { message.interpolation.composed(redacts: $0) }
  }

  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
    log.writeSignpost(.end, name, state.id) { _ in "" }
  }

  public func endInterval(
    _ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata
  ) {
    log.writeSignpost(.end, name, state.id) { message.interpolation.composed(redacts: $0) }
  }

  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
    log.writeSignpost(.event, name, id) { _ in "" }
  }

  public func emitEvent(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) {
    log.writeSignpost(.event, name, id) { message.interpolation.composed(redacts: $0) }
  }

  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
  ) rethrows -> T {
    let state = beginInterval(name, id: id)
    defer { endInterval(name, state) }
    return try task()
  }

  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata,
    around task: () throws -> T
  ) rethrows -> T {
    let state = beginInterval(name, id: id, message)
    defer { endInterval(name, state) }
    return try task()
  }

  private func begin(
    _ name: StaticString, _ id: OSSignpostID, _ message: (Bool) -> String
  ) -> OSSignpostIntervalState {
    log.writeSignpost(.begin, name, id, message)
    return .beginState(id: id)
  }
}

/// An interval that has begun.
///
/// Sendable: its value never changes.
public class OSSignpostIntervalState: Codable, @unchecked Sendable {
  private let value: UInt64

  var id: OSSignpostID { OSSignpostID(value) }

  private init(_ id: OSSignpostID) { value = id.rawValue }

  /// Returns the state of an interval that began elsewhere, such as in another process.
  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { .init(id) }
}
