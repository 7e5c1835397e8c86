import YobanSimulatedOS
import YobanVirtualTime

/// The data for the page's script: columns of whole numbers and one table of all texts.
///
/// `Page/data.js` reads this data. Times are microseconds since the start.
struct PageData {
  private var strings: [String] = []
  private var places: [String: Int] = [:]
  private var kinds: [[String]] = []

  static func json(_ input: ReportInput, _ timeline: Timeline) -> JSONValue {
    var data = PageData()
    return data.value(input, timeline)
  }

  private mutating func value(_ input: ReportInput, _ timeline: Timeline) -> JSONValue {
    let events = columns(of: input.events)
    let findings = input.events.indices.compactMap { finding(input.events[$0], $0) }
    let lanes = timeline.lanes.map { lane($0, input.events) }
    let devices = input.devices.map { JSONValue.array([text($0.name), text($0.details)]) }
    return [
      "version": 1,
      "duration": .integer(microseconds(timeline.end)),
      "wall": input.wallClock.map { [.integer($0.secondsSince1970), .integer($0.secondsFromUTC)] }
        ?? .null,
      "devices": .array(devices),
      "events": events,
      "findings": .array(findings),
      "lanes": .array(lanes),
      "kinds": .array(kinds.map { .array($0.map { .string($0) }) }),
      "states": .array(AppState.allCases.map { .string($0.rawValue) }),
      "styles": .array(LaneStyle.allCases.map { .string($0.rawValue) }),
      "strings": .array(strings.map { .string($0) }),
    ]
  }

  // MARK: Events

  private mutating func columns(of events: [TraceEvent]) -> JSONValue {
    var (time, device, process, kind, words, state):
      (
        [JSONValue], [JSONValue], [JSONValue],
        [JSONValue], [JSONValue], [JSONValue]
      ) = ([], [], [], [], [], [])
    var states = StateTracker()
    var last: Int64 = 0
    for event in events {
      let now = microseconds(event.instant)
      time.append(.integer(now - last))
      last = now
      device.append(text(event.device))
      process.append(event.process.map { text($0) } ?? -1)
      kind.append(place(of: event.kind))
      words.append(text(event.kind.words))
      let at = states.state(at: event).flatMap { AppState.allCases.firstIndex(of: $0) } ?? -1
      state.append(.integer(Int64(at)))
    }
    return [
      "time": .array(time), "device": .array(device), "process": .array(process),
      "kind": .array(kind), "words": .array(words), "state": .array(state),
    ]
  }

  private mutating func place(of kind: TraceEvent.Kind) -> JSONValue {
    let (service, name, _) = kind.parts
    if let i = kinds.firstIndex(of: [service, name]) { return .integer(Int64(i)) }
    kinds.append([service, name])
    return .integer(Int64(kinds.count - 1))
  }

  private mutating func finding(_ event: TraceEvent, _ place: Int) -> JSONValue? {
    guard let finding = event.kind.finding else { return nil }
    return [
      .integer(Int64(place)), text(finding.name), text(finding.rule?.code ?? ""),
      text(finding.what),
      text(finding.remedy),
    ]
  }

  // MARK: Lanes

  private mutating func lane(_ lane: Lane, _ events: [TraceEvent]) -> JSONValue {
    var spans: [JSONValue] = []
    var last: Int64 = 0
    for span in lane.spans.sorted(by: { $0.start < $1.start }) {
      let (start, end) = (microseconds(span.start), microseconds(span.end))
      let values = [
        start - last, end - start, number(of: span.style), Int64(span.firstEvent ?? -1),
        Int64(span.lastEvent ?? -1), span.value,
      ]
      spans += values.map { .integer($0) }
      last = start
    }
    return [
      "device": text(lane.device),
      "app": lane.app.map { text($0) } ?? -1,
      "label": .string(lane.label),
      "form": .string(lane.form.rawValue),
      "expected": lane.expectedPerMinute.map { .integer(Int64($0)) } ?? .null,
      "spans": .array(spans),
      "marks": .array(
        lane.marks.flatMap { [.integer(Int64($0.event)), .integer(number(of: $0.style))] }),
      "gaps": .array(lane.gaps.map { gap($0) }),
    ]
  }

  private mutating func gap(_ gap: ReportInput.Gap) -> JSONValue {
    [.integer(microseconds(gap.start)), .integer(microseconds(gap.end)), text(gap.cause)]
  }

  private func number(of style: LaneStyle) -> Int64 {
    Int64(LaneStyle.allCases.firstIndex(of: style)!)
  }

  private mutating func text(_ string: String) -> JSONValue {
    if let place = places[string] { return .integer(Int64(place)) }
    places[string] = strings.count
    strings.append(string)
    return .integer(Int64(strings.count - 1))
  }
}

private func microseconds(_ instant: VirtualInstant) -> Int64 { instant.nanoseconds / 1000 }
