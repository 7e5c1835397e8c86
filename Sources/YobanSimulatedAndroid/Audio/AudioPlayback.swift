import YobanVirtualTime

/// The time for which a track with all of its data sounds. Pure.
struct PlaybackMachine: Equatable {
  /// The length of the data with its repetitions; nil if it is repeated for ever.
  var length: Duration?
  private var position = Duration.zero
  private var since: VirtualInstant?

  mutating func play(at now: VirtualInstant) { if since == nil { since = now } }

  mutating func pause(at now: VirtualInstant) {
    guard let start = since else { return }
    position += now - start
    since = nil
  }

  mutating func stop() { (position, since) = (.zero, nil) }

  /// The time at which the data ends; nil if it does not play, or is repeated for ever.
  var end: VirtualInstant? {
    guard let since, let length else { return nil }
    return since + max(.zero, length - position)
  }

  func isPlaying(at now: VirtualInstant) -> Bool { since != nil && end.map { now < $0 } ?? true }
}

/// A track of a process (AN25).
package final class AudioPlayback {
  enum State { case silent, heard, muted }

  let stream: AudioStream
  var machine = PlaybackMachine()
  /// The state that was posted to the trace last.
  var state = State.silent
  var hasReportedMuting = false

  init(_ stream: AudioStream) { self.stream = stream }
}

/// A stream with a volume of its own, with the number of `AudioManager.STREAM_…`.
package enum AudioStream: Int32, Hashable {
  case music = 3
  case alarm = 4

  /// The volumes of AOSP (AN25).
  package var range: ClosedRange<Int32> { self == .music ? 0...15 : 1...7 }
  var usualVolume: Int32 { self == .music ? 5 : 6 }
}
