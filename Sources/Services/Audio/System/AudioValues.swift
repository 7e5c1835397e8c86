/// An interruption of the whole device's audio, started by a scenario (AU2).
public enum AudioInterruption: String, Sendable, Hashable, CaseIterable {
  /// A phone call, from its ringing to its end.
  case call
  /// An alarm or a timer sounds.
  case alarm
  /// An app that is not simulated plays audio that does not mix, such as a music player.
  case otherPlayback = "another app's audio"
}

/// `AVAudioSession.InterruptionReason`, with its raw values.
package enum AudioInterruptionReason: UInt, Sendable, Hashable {
  /// Another session was activated, or the system needed the audio itself.
  case `default` = 0
  /// The system suspended the process and deactivated its session (AU1).
  case appWasSuspended = 1
  /// The session lost its route (AU5).
  case routeDisconnected = 4
}

/// The error of a session or a sound, with the raw values of `AVAudioSessionErrorCode`.
package enum AudioFailure: Int, Error, Sendable, Hashable {
  /// A session was deactivated while it was playing or recording.
  case isBusy = 560_030_580
  /// The category does not allow playing, or does not allow recording.
  case incompatibleCategory = 560_161_140
  /// A session that does not mix was activated in the background (AU1).
  case cannotInterruptOthers = 560_557_684
  /// The app may not play in the background (AU1).
  case cannotStartPlaying = 561_015_905
  /// The app may not begin to record in the background (AU1).
  case cannotStartRecording = 561_145_187
  /// The category does not accept the options.
  case badParameter = -50
  /// A call or an alarm interrupts the audio (AU2).
  case insufficientPriority = 561_017_449
  /// A watch has no route for long-form audio, or the user has not picked one (AU5).
  case resourceNotAvailable = 561_145_203
}

/// The device through which sound is played and recorded. The headphones of a watch are connected
/// with Bluetooth.
public enum AudioRoute: String, Sendable, Hashable {
  case speaker, headphones
}

/// The reason why the route changed, with the raw values of `AVAudioSession.RouteChangeReason`.
package enum AudioRouteChange: UInt, Sendable, Hashable {
  case newDeviceAvailable = 1
  case oldDeviceUnavailable = 2
  case categoryChange = 3
}

/// A notification from the system to an app's audio session.
package enum AudioNotice: Sendable, Hashable {
  /// The session is inactive and its sounds are paused (AU2).
  ///
  /// - Parameter tellsReason: whether this version of the system gives the reason.
  case interruptionBegan(AudioInterruptionReason, tellsReason: Bool)
  case interruptionEnded(shouldResume: Bool)
  case routeChanged(AudioRouteChange, previous: AudioRoute)
  /// Another app's audio that does not mix began or ended, while this app is in front.
  case secondaryAudioHint(isSilent: Bool)
  /// The user changed the device's volume while the session is active.
  case volumeChanged
  case mediaServicesWereLost
  /// Players and recorders made before are unusable, and the session is reset to its defaults.
  case mediaServicesWereReset
}

/// The receiver of an audio session's notifications. Called on the process's main queue.
package protocol AudioEventReceiver: AnyObject {
  func received(_ notice: AudioNotice)
}

/// The receiver of the events of a player or a recorder. Called on the process's main queue.
package protocol SoundEventReceiver: AnyObject {
  /// The sound reached its end. A recorder also reports this when it is stopped. An interruption is
  /// not reported.
  func finished(successfully: Bool)
}

/// Whether an app may use the microphone (AU4).
public enum MicrophonePermission: String, Sendable, Hashable {
  case undetermined, denied, granted
}
