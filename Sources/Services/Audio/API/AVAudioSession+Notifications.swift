internal import YobanSimulatedApple

extension AVAudioSession {
  /// Posted on the main queue when an interruption begins or ends.
  public static let interruptionNotification = NSNotification.Name(
    "AVAudioSessionInterruptionNotification")
  /// Posted when the route changes: on the main queue here, on another thread on a device.
  public static let routeChangeNotification = NSNotification.Name(
    "AVAudioSessionRouteChangeNotification")
  /// Posted when the media server was lost. `mediaServicesWereResetNotification` follows.
  public static let mediaServicesWereLostNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereLostNotification")
  /// Posted when the media server has restarted. Create players and recorders again, and set the
  /// session's category again.
  public static let mediaServicesWereResetNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
  /// Posted to an app in the foreground when another app's audio that does not mix begins or ends.
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
    // This concerns an iPad's cover, which is not simulated. It never occurs.
    case builtInMicMuted = 2
    /// Long-form audio on a watch lost its route (AU5).
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
/// In the notification of an interruption's end only.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// In the notification of an interruption's beginning only, from iOS 14.5 on.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Present only if the system suspended the app, from iOS 10 to 15.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
  "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

extension AVAudioSession {
  /// Returns the name and content of the notification for an event; nil if it has none. Numbers are `NSNumber`, as
  /// at Apple.
  func notification(of notice: AudioNotice) -> (NSNotification.Name, [AnyHashable: Any]?)? {
    switch notice {
    case .interruptionBegan(let reason, let tellsReason):
      var info: [AnyHashable: Any] = [
        AVAudioSessionInterruptionTypeKey: number(InterruptionType.began)
      ]
      if tellsReason {
        info[AVAudioSessionInterruptionReasonKey] = NSNumber(value: reason.rawValue)
      }
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
          AVAudioSessionRouteChangePreviousRouteKey: routeDescription(of: previous),
        ]
      )
    case .secondaryAudioHint(let isSilent):
      let type: SilenceSecondaryAudioHintType = isSilent ? .begin : .end
      return (
        Self.silenceSecondaryAudioHintNotification,
        [AVAudioSessionSilenceSecondaryAudioHintTypeKey: number(type)]
      )
    case .volumeChanged: return nil
    case .mediaServicesWereLost: return (Self.mediaServicesWereLostNotification, nil)
    case .mediaServicesWereReset: return (Self.mediaServicesWereResetNotification, nil)
    }
  }

  private func number(_ value: some RawRepresentable<UInt>) -> NSNumber {
    NSNumber(value: value.rawValue)
  }
}
