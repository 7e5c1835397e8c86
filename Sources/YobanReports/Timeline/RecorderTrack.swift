import YobanSimulatedOS
import YobanVirtualTime

/// The recordings of `CMSensorRecorder`, which are not a stream of samples that the app receives (WK7). A shutdown of
/// the device ends them.
struct RecorderTrack: ServiceTrack {
  static let stream = "recordedAccelerometer"

  private var bands = BandTrack()
  private var marks: [Mark] = []

  /// The system began to record for the app, was asked again, or stopped.
  mutating func receive(_ event: LaneEvent) -> Bool {
    guard case TraceEvent.SampleEvent.sensor(Self.stream, let isOn) = event.payload else {
      return false
    }
    marks.append(Mark(event: event.place, style: .note))
    if isOn != (bands.current != nil) {
      bands.become(isOn ? .recorder : nil, at: event.instant, event: event.place)
    }
    return true
  }

  func isAbout(_ payload: any TracePayload) -> Certainty {
    guard case TraceEvent.SampleEvent.sensor(Self.stream, _) = payload else { return .no }
    return bands.current != nil ? .certainly : .no
  }

  mutating func deviceWentDown(at now: VirtualInstant, _ place: Int) {
    bands.become(nil, at: now, event: place)
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bands.finish(at: end)
    return [owner.lane("Sensor recorder", .bands, bands.spans, marks)]
  }
}
