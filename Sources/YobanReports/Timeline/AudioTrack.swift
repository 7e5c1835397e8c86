import YobanSimulatedOS
import YobanVirtualTime

/// The sounds that an app plays and records, and the interruptions of its audio.
///
/// Sounds end with the process.
struct AudioTrack {
  private var bars = BarTrack<Name>()
  private var marks: [Mark] = []
  /// Whether audio keeps the app running in the background (AU1).
  private(set) var keepsRunning = false

  private enum Name: Hashable {
    case sound(process: String, Int)
    case interruption(process: String)
  }

  mutating func receive(
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
    case .category, .microphone: marks.append(Mark(event: place, style: .note))
    }
  }

  mutating func terminated(at now: VirtualInstant, _ place: Int) {
    bars.endAll(at: now, event: place) { _ in true }
    keepsRunning = false
  }

  /// Returns the lane, after the last event.
  mutating func lane(on device: String, of app: String, until end: VirtualInstant) -> Lane {
    bars.finish(at: end)
    return Lane(
      device: device, app: app, label: "Audio", form: .bars, spans: bars.spans, marks: marks)
  }
}
