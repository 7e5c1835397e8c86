import YobanSimulatedOS
import YobanVirtualTime

/// A trace in the JSON format of Chrome's trace events, which ui.perfetto.dev and chrome://tracing open.
///
/// Each device is a process and each lane of the HTML report a thread. States, background tasks,
/// connections and transfers are slices; callbacks and output of apps are instants; the rate of a
/// sensor stream is a counter. Times are microseconds of virtual time since the start of the world.
public struct PerfettoTrace: Sendable {
  private let input: ReportInput

  public init(_ input: ReportInput) { self.input = input }

  /// The text of the file. The same input always gives the same bytes.
  public func write() -> String {
    var devices: [String] = []
    var events: [JSONValue] = []
    for (number, lane) in Timeline(input).lanes.enumerated() {
      if !devices.contains(lane.device) {
        devices.append(lane.device)
        events.append(Self.name("process_name", lane.device, devices.count, thread: 0))
      }
      let place = Place(
        device: devices.firstIndex(of: lane.device)! + 1, thread: (number + 1) * 100)
      events += lane.form == .curve ? counters(of: lane, place) : slices(of: lane, place)
    }
    let file: JSONValue = ["displayTimeUnit": "ms", "traceEvents": .array(events)]
    return file.text(for: .line)
  }

  /// The process and the first thread of a lane.
  private struct Place {
    let device: Int
    let thread: Int
  }

  /// Slices and instants. Slices of one thread must not overlap, so each row of a lane is a thread.
  private func slices(of lane: Lane, _ place: Place) -> [JSONValue] {
    func row(of span: Span) -> Int { lane.form == .bars ? Int(span.value) : 0 }
    let name = [lane.app, lane.label].compactMap(\.self).joined(separator: " ")
    let names = (0...(lane.spans.map(row).max() ?? 0)).map { row in
      Self.name(
        "thread_name", row == 0 ? name : "\(name) (\(row + 1))", place.device,
        thread: place.thread + row)
    }
    let slices = lane.spans.map { span -> JSONValue in
      [
        "ph": "X", "name": .string(self.name(of: span)), "cat": .string(span.style.rawValue),
        "pid": .integer(Int64(place.device)), "tid": .integer(Int64(place.thread + row(of: span))),
        "ts": Self.microseconds(span.start),
        "dur": .integer((span.end - span.start).nanoseconds / 1_000),
      ]
    }
    let instants = lane.marks.map { mark -> JSONValue in
      let event = input.events[mark.event]
      return [
        "ph": "i", "s": "t", "name": .string(event.kind.words), "cat": .string(mark.style.rawValue),
        "pid": .integer(Int64(place.device)), "tid": .integer(Int64(place.thread)),
        "ts": Self.microseconds(event.instant),
      ]
    }
    return names + slices + instants
  }

  private func name(of span: Span) -> String {
    span.firstEvent.map { input.events[$0].kind.words } ?? span.style.rawValue
  }

  /// The samples per minute of a stream; 0 where it has no samples.
  private func counters(of lane: Lane, _ place: Place) -> [JSONValue] {
    func counter(_ instant: VirtualInstant, _ value: Int64) -> JSONValue {
      [
        "ph": "C", "name": .string("\(lane.label) per minute"),
        "pid": .integer(Int64(place.device)), "ts": Self.microseconds(instant),
        "args": ["samples": .integer(value)],
      ]
    }
    return lane.spans.flatMap { span -> [JSONValue] in
      let length = max((span.end - span.start).nanoseconds, 1)
      let perMinute = Double(span.value) * 60_000_000_000 / Double(length)
      return [counter(span.start, Int64(perMinute.rounded())), counter(span.end, 0)]
    }
  }

  private static func name(_ kind: String, _ name: String, _ device: Int, thread: Int) -> JSONValue
  {
    [
      "ph": "M", "name": .string(kind), "pid": .integer(Int64(device)),
      "tid": .integer(Int64(thread)), "args": ["name": .string(name)],
    ]
  }

  private static func microseconds(_ instant: VirtualInstant) -> JSONValue {
    .integer(instant.nanoseconds / 1_000)
  }
}
