internal import SimulatedOS

extension AVAudioSession {
  /// An interruption began or ended. Posted on the main queue.
  public static let interruptionNotification = NSNotification.Name(
    "AVAudioSessionInterruptionNotification")
  /// The route is another one. Posted on the main queue here, on another thread on a device.
  public static let routeChangeNotification = NSNotification.Name(
    "AVAudioSessionRouteChangeNotification")
  /// The media server was lost; `mediaServicesWereResetNotification` follows.
  public static let mediaServicesWereLostNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereLostNotification")
  /// The media server has restarted: make players, recorders and the session's category again.
  public static let mediaServicesWereResetNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
  /// Another app's audio that does not mix began or ended, while this app is in front.
  public static let silenceSecondaryAudioHintNotification = NSNotification.Name(
    "AVAudioSessionSilenceSecondaryAudioHintNotification")

  @nonexhaustive public enum InterruptionType: UInt, Sendable {
    case began = 1
    case ended = 0
  }

  public struct InterruptionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  @nonexhaustive public enum InterruptionReason: UInt, Sendable {
    case `default` = 0
    case appWasSuspended = 1
    // Of an iPad's cover and of devices for output, which there are none of here: these never come.
    case builtInMicMuted = 2
    case routeDisconnected = 4
  }

  @nonexhaustive public enum RouteChangeReason: UInt, Sendable {
    case unknown = 0
    case newDeviceAvailable = 1
    case oldDeviceUnavailable = 2
    case categoryChange = 3
    case override = 4
    case wakeFromSleep = 6
    case noSuitableRouteForCategory = 7
    case routeConfigurationChange = 8
  }

  @nonexhaustive public enum SilenceSecondaryAudioHintType: UInt, Sendable {
    case begin = 1
    case end = 0
  }
}

public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// Only at the end of an interruption.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// Only at the beginning of an interruption, from iOS 14.5 on.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Only if the system suspended the app, from iOS 10 to 15.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
  "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

extension AVAudioSession {
  /// What the system said, as a notification. Numbers are `NSNumber`, as at Apple.
  func notification(of notice: AudioNotice) -> (NSNotification.Name, [AnyHashable: Any]?) {
    switch notice {
    case .interruptionBegan(let reason, let tellsReason):
      var info: [AnyHashable: Any] = [
        AVAudioSessionInterruptionTypeKey: number(InterruptionType.began)
      ]
      if tellsReason { info[AVAudioSessionInterruptionReasonKey] = NSNumber(value: reason.rawValue) }
      if reason == .appWasSuspended {
        info[AVAudioSessionInterruptionWasSuspendedKey] = NSNumber(value: true)
      }
      return (Self.interruptionNotification, info)
    case .interruptionEnded(let shouldResume):
      let options: InterruptionOptions = shouldResume ? .shouldResume : []
      return (
        Self.interruptionNotification,
        [
          AVAudioSessionInterruptionTypeKey: number(InterruptionType.ended),
          AVAudioSessionInterruptionOptionKey: NSNumber(value: options.rawValue),
        ]
      )
    case .routeChanged(let reason, let previous):
      return (
        Self.routeChangeNotification,
        [
          AVAudioSessionRouteChangeReasonKey: NSNumber(value: reason.rawValue),
          AVAudioSessionRouteChangePreviousRouteKey: AVAudioSessionRouteDescription(
            previous, session.configuration.category),
        ]
      )
    case .secondaryAudioHint(let isSilent):
      let type: SilenceSecondaryAudioHintType = isSilent ? .begin : .end
      return (
        Self.silenceSecondaryAudioHintNotification,
        [AVAudioSessionSilenceSecondaryAudioHintTypeKey: number(type)]
      )
    case .mediaServicesWereLost: return (Self.mediaServicesWereLostNotification, nil)
    case .mediaServicesWereReset: return (Self.mediaServicesWereResetNotification, nil)
    }
  }

  private func number(_ value: some RawRepresentable<UInt>) -> NSNumber {
    NSNumber(value: value.rawValue)
  }
}
