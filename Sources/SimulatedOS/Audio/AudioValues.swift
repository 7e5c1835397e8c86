/// What holds the audio of the whole device, as a scenario says (AU2).
public enum AudioInterruption: String, Sendable, Hashable, CaseIterable {
  /// A phone call, from its ringing to its end.
  case call
  /// An alarm or a timer sounds.
  case alarm
  /// An app that is not simulated plays audio that does not mix, such as a music player.
  case otherPlayback = "another app's audio"
}

/// `AVAudioSession.InterruptionReason`, by its numbers.
public enum AudioInterruptionReason: UInt, Sendable, Hashable {
  /// Another session was activated, or the system needed the audio itself.
  case `default` = 0
  /// The system suspended the process and deactivated its session (AU1).
  case appWasSuspended = 1
}

/// Why a session or a sound refuses, by the numbers of `AVAudioSessionErrorCode`.
public enum AudioFailure: Int, Error, Sendable, Hashable {
  /// A session was deactivated while it plays or records.
  case isBusy = 560_030_580
  /// The category does not play, or does not record.
  case incompatibleCategory = 560_161_140
  /// A session that does not mix was activated in background (AU1).
  case cannotInterruptOthers = 560_557_684
  /// The app may not play in background (AU1).
  case cannotStartPlaying = 561_015_905
  /// The app may not begin to record in background (AU1).
  case cannotStartRecording = 561_145_187
  /// The category does not take the options.
  case badParameter = -50
  /// A call or an alarm holds the audio (AU2).
  case insufficientPriority = 561_017_449
}

/// Where sound goes and comes from.
public enum AudioRoute: String, Sendable, Hashable {
  case speaker, headphones
}

/// Why the route changed, by the numbers of `AVAudioSession.RouteChangeReason`.
public enum AudioRouteChange: UInt, Sendable, Hashable {
  case newDeviceAvailable = 1
  case oldDeviceUnavailable = 2
  case categoryChange = 3
}

/// What the system tells an app's audio session.
public enum AudioNotice: Sendable, Hashable {
  /// The session is inactive and its sounds are paused (AU2).
  ///
  /// - Parameter tellsReason: whether this version of the system gives the reason.
  case interruptionBegan(AudioInterruptionReason, tellsReason: Bool)
  case interruptionEnded(shouldResume: Bool)
  case routeChanged(AudioRouteChange, previous: AudioRoute)
  /// Another app's audio that does not mix began or ended, while this app is in front.
  case secondaryAudioHint(isSilent: Bool)
  case mediaServicesWereLost
  /// Players and recorders made before are useless, and the session has its defaults again.
  case mediaServicesWereReset
}

/// The receiver of what the system tells an audio session. Called on the process's main queue.
public protocol AudioEventReceiver: AnyObject {
  func received(_ notice: AudioNotice)
}

/// The receiver of what happens to a player or a recorder. Called on the process's main queue.
public protocol SoundEventReceiver: AnyObject {
  /// The sound reached its end. A recorder reports this also when it is stopped; an interruption
  /// is not reported.
  func finished(successfully: Bool)
}

/// Whether an app may use the microphone (AU4).
public enum MicrophonePermission: String, Sendable, Hashable {
  case undetermined, denied, granted
}
