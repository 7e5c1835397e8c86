import YobanSimulatedOS
import YobanVirtualTime

/// The sounds that an app plays and records, and the interruptions of its audio.
///
/// Sounds end with the process.
struct AudioTrack: ServiceTrack {
  private var bars = BarTrack<Name>()
  private var marks: [Mark] = []
  /// Whether audio keeps the app running in the background (AU1).
  private(set) var keepsRunning = false

  private enum Name: Hashable {
    case sound(process: String, Int)
    case interruption(process: String)
  }

  mutating func receive(_ event: LaneEvent) -> Bool {
    switch event.payload {
    case let audio as TraceEvent.AudioEvent:
      receive(audio, of: event.process, at: event.instant, event.place)
      return true
    case TraceEvent.AppEvent.terminated:
      bars.endAll(at: event.instant, event: event.place) { _ in true }
      keepsRunning = false
    default: break
    }
    return false
  }

  private mutating func receive(
    _ event: TraceEvent.AudioEvent, of process: String, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .playing(let number):
      bars.begin(.sound(process: process, number), .audioPlaying, at: now, event: place)
    case .recording(let number):
      bars.begin(.sound(process: process, number), .audioRecording, at: now, event: place)
    case .stopped(let number, _):
      bars.end(.sound(process: process, number), at: now, event: place)
    case .session(let state):
      let interruption = Name.interruption(process: process)
      if state == "interrupted" {
        bars.begin(interruption, .audioInterrupted, at: now, event: place)
      } else {
        bars.end(interruption, at: now, event: place)
        marks.append(Mark(event: place, style: .note))
      }
    case .keepsRunning(let isKept):
      keepsRunning = isKept
      marks.append(Mark(event: place, style: .note))
    case .category, .routePicker, .microphone: marks.append(Mark(event: place, style: .note))
    }
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bars.finish(at: end)
    return [owner.lane("Audio", .bars, bars.spans, marks)]
  }
}
