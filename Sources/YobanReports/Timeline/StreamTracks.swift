import YobanSimulatedOS
import YobanVirtualTime

/// The streams of samples that an app receives.
struct StreamTracks: ServiceTrack {
  private var streams: [(name: String, track: StreamTrack, marks: [Mark])] = []

  mutating func receive(_ event: LaneEvent) -> Bool {
    switch event.payload {
    case TraceEvent.AppEvent.state(.suspended):
      for i in streams.indices { streams[i].track.suspended(at: event.instant) }
      return false
    case TraceEvent.SampleEvent.samples(let stream, let count):
      streams[index(of: stream)].track.counted(count, at: event.instant, event: event.place)
    case TraceEvent.SampleEvent.sensor(RecorderTrack.stream, _): return false
    case TraceEvent.SampleEvent.sensor(let stream, let isOn):
      let i = index(of: stream)
      if isOn { streams[i].track.started(at: event.instant) }
      streams[i].marks.append(Mark(event: event.place, style: .note))
    default: return false
    }
    return true
  }

  private mutating func index(of stream: String) -> Int {
    if let i = streams.firstIndex(where: { $0.name == stream }) { return i }
    streams.append((stream, StreamTrack(), []))
    return streams.endIndex - 1
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    streams.map { owner.lane($0.name, .curve, $0.track.spans, $0.marks) }
  }
}
