import YobanSimulatedOS
import YobanVirtualTime

/// All lanes of a report, in display order. Created from the input without side effects.
struct Timeline {
  /// The last moment on the timeline.
  let end: VirtualInstant
  let lanes: [Lane]

  init(_ input: ReportInput) {
    let last = (input.events.map(\.instant) + input.gaps.map(\.end)).max() ?? .start
    let end = max(.start + input.duration, last)
    self.end = end

    var devices = input.devices.map {
      DeviceTrack($0.name, backgroundTaskBudget: $0.backgroundTaskBudget)
    }
    for (place, event) in input.events.enumerated() {
      var i = devices.firstIndex { $0.name == event.device } ?? devices.endIndex
      if i == devices.endIndex {
        devices.append(DeviceTrack(event.device, backgroundTaskBudget: nil))
        i = devices.endIndex - 1
      }
      devices[i].receive(event, place)
      for j in devices.indices where j != i { devices[j].receiveFromOther(event, place) }
    }
    var lanes: [Lane] = []
    for i in devices.indices { lanes += devices[i].lanes(until: end) }
    self.lanes = Self.adding(input, to: lanes).filter { !$0.isEmpty }
  }

  /// Adds the caller's data about streams, and the gaps, each to its curve.
  private static func adding(_ input: ReportInput, to lanes: [Lane]) -> [Lane] {
    var lanes = lanes
    for stream in input.streams {
      let i = place(of: stream.name, on: stream.device, in: &lanes)
      lanes[i].expectedPerMinute = stream.expectedPerMinute
    }
    for gap in input.gaps {
      lanes[place(of: gap.stream, on: gap.device, in: &lanes)].gaps.append(gap)
    }
    return lanes
  }

  /// Returns the index of a stream's curve; if there is none, inserts one after the device's other
  /// lanes.
  private static func place(of stream: String, on device: String, in lanes: inout [Lane]) -> Int {
    if let i = lanes.firstIndex(where: {
      $0.form == .curve && $0.device == device && $0.label == stream
    }) {
      return i
    }
    let last = lanes.lastIndex { $0.device == device } ?? lanes.endIndex - 1
    let app = lanes.indices.contains(last) && lanes[last].device == device ? lanes[last].app : nil
    lanes.insert(Lane(device: device, app: app, label: stream, form: .curve), at: last + 1)
    return last + 1
  }
}
