import YobanSimulatedDevices
import YobanVirtualTime

// Audio of apps in the background (AN25).
extension AndroidService {
  private func refusal(
    of use: BackgroundAudioGate.Use, isAlarm: Bool, _ record: AndroidRecord
  ) -> BackgroundAudioGate.Refusal? {
    let long = record.services.filter {
      $0.machine.foreground.map { $0.types != .shortService } ?? false
    }
    return BackgroundAudioGate(
      isVisible: record.app.isInFront, graceEnd: record.visibleEnd(after: policy.audioGrace),
      hasForegroundService: record.hasForegroundService,
      hasLongForegroundService: !long.isEmpty, isInUse: long.contains(where: \.wasInUse),
      isHardened: policy.hardensAudio, demandsInUse: record.follows(\.hardensAudio),
      restrictsFocus: record.follows(\.restrictsAudioFocus),
      maySetExactAlarms: mayScheduleExactAlarms(record),
      holdsBluetoothConnect: record.holds("BLUETOOTH_CONNECT")
    ).refusal(of: use, isAlarm: isAlarm, at: now)
  }

  /// Whether a call is allowed; a refusal is in the trace and a finding.
  private func allows(
    _ use: BackgroundAudioGate.Use, isAlarm: Bool, _ call: String, _ record: AndroidRecord
  ) -> Bool {
    guard let refusal = refusal(of: use, isAlarm: isAlarm, record) else { return true }
    post(.audio("\(call) is refused", isRefused: true), record)
    record.process?.report(.audioRefused("\(call) was refused", refusal))
    return false
  }

  func requestAudioFocus(isAlarm: Bool, _ record: AndroidRecord) -> Bool {
    allows(.focus, isAlarm: isAlarm, "requestAudioFocus", record)
  }

  func volume(of stream: AudioStream) -> Int32 { volumes[stream] ?? stream.usualVolume }

  func setVolume(_ index: Int32, of stream: AudioStream, _ record: AndroidRecord) {
    guard allows(.volume, isAlarm: stream == .alarm, "setStreamVolume", record) else { return }
    volumes[stream] = min(max(index, stream.range.lowerBound), stream.range.upperBound)
  }

  /// Mutes what an app may not play any more, and lets be heard what it may play again.
  func updateAudio(_ record: AndroidRecord) {
    for playback in record.playbacks {
      let isPlaying = playback.machine.isPlaying(at: now)
      let refusal =
        isPlaying ? refusal(of: .playback, isAlarm: playback.stream == .alarm, record) : nil
      let state: AudioPlayback.State =
        !isPlaying ? .silent : refusal == nil ? .heard : .muted
      guard state != playback.state else { continue }
      playback.state = state
      switch state {
      case .silent: post(.audio("playback has ended", isRefused: false), record)
      case .heard: post(.audio("playback is heard", isRefused: false), record)
      case .muted: post(.audio("playback is muted", isRefused: true), record)
      }
      if let refusal, !playback.hasReportedMuting {
        playback.hasReportedMuting = true
        record.process?.report(.audioRefused("An AudioTrack plays, but is muted", refusal))
      }
    }
  }

  /// Returns the time at which what an app plays may have to be muted, because the app has left the screen.
  func mutingMoment(_ record: AndroidRecord) -> VirtualInstant? {
    guard record.playbacks.contains(where: { $0.state == .heard }) else { return nil }
    return record.visibleEnd(after: policy.audioGrace).flatMap { $0 > now ? $0 : nil }
  }

  func isAudible(_ record: AndroidRecord) -> Bool {
    record.playbacks.contains { $0.state == .heard && volume(of: $0.stream) > 0 }
  }
}

extension AndroidPhone {
  /// Whether the user hears an app: an AudioTrack of it plays, is not muted, and its stream is not at 0 (AN25).
  public func isAudible(_ app: InstalledApp) -> Bool {
    android.record(of: app).map(android.isAudible) ?? false
  }
}

extension AndroidClient {
  /// Requests the audio focus. Returns whether it was granted.
  package func requestAudioFocus(isAlarm: Bool) -> Bool {
    isAlive("requestAudioFocus") && service.requestAudioFocus(isAlarm: isAlarm, record)
  }
  package func volume(of stream: AudioStream) -> Int32 { service.volume(of: stream) }
  package func setVolume(_ index: Int32, of stream: AudioStream) {
    guard isAlive("setStreamVolume") else { return }
    service.setVolume(index, of: stream, record)
  }

  package func makePlayback(_ stream: AudioStream) -> AudioPlayback {
    let playback = AudioPlayback(stream)
    if isAlive("AudioTrack") { record.playbacks.append(playback) }
    return playback
  }

  /// - Parameter length: the length of the data with its repetitions; nil for ever.
  package func play(_ playback: AudioPlayback, length: Duration?) {
    guard isAlive("AudioTrack.play") else { return }
    playback.machine.length = length
    playback.machine.play(at: service.now)
    service.update()
  }
  package func pause(_ playback: AudioPlayback) {
    guard isAlive("AudioTrack.pause") else { return }
    playback.machine.pause(at: service.now)
    service.update()
  }
  package func stop(_ playback: AudioPlayback) {
    guard isAlive("AudioTrack.stop") else { return }
    playback.machine.stop()
    service.update()
  }
  package func release(_ playback: AudioPlayback) {
    stop(playback)
    record.playbacks.removeAll { $0 === playback }
  }
}
