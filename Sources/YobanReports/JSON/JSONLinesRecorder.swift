import YobanSimulatedOS
import YobanVirtualTime

/// Writes a trace as JSON Lines: a header line, then one object per line for each event.
///
/// ```
/// {"format":"yoban-trace","version":1}
/// {"device":"phone","fields":{"what":"goes home"},"name":"did","process":null,…,"t_ns":30000000000}
/// ```
/// The schema, version 1:
///
/// | key | value |
/// |---|---|
/// | `t_ns` | whole nanoseconds since the simulation began |
/// | `device` | the device's name, unique in its world |
/// | `process` | the app and its launch number, such as `NightApp#2`; null for the device itself |
/// | `service`, `name` | the kind of event, such as `background-task` and `began` |
/// | `fields` | its values by name; every value is a string, even if it is a number |
///
/// Keys are sorted, all keys are always present, and the same events always give the same bytes. A
/// line never contains a line break. `version` increases when a key changes its meaning or is
/// removed; readers must expect new services, names and fields at any time.
public struct JSONLinesRecorder: Sendable {
  public static let schemaVersion = 1

  public init() {}

  /// The header line, without a line break.
  public var header: String {
    let value: JSONValue = [
      "format": "yoban-trace", "version": .integer(Int64(Self.schemaVersion)),
    ]
    return value.text(for: .line)
  }

  /// Returns the line of one event, without a line break.
  public func line(_ event: TraceEvent) -> String {
    let (service, name, fields) = event.kind.parts
    var values: [String: JSONValue] = [:]
    for field in fields { values[field.key] = .string(field.value) }
    let value: JSONValue = [
      "t_ns": .integer(event.instant.nanoseconds),
      "device": .string(event.device),
      "process": event.process.map { .string($0) } ?? .null,
      "service": .string(service),
      "name": .string(name),
      "fields": .object(values),
    ]
    return value.text(for: .line)
  }

  /// Returns the header and all events, each line with a line break.
  public func document(_ events: some Sequence<TraceEvent>) -> String {
    var text = header + "\n"
    for event in events { text += line(event) + "\n" }
    return text
  }
}
