/// The profiles: all facts about the operating systems, one per line.
///
/// Declare a new fact in the enum of its section and add it to that enum's `rows`. Tests compare
/// the two with the policy that holds the fact and with the table in docs/profiles.md.
public enum PlatformFacts {
  /// Returns all facts of a platform, section by section.
  public static func table(of platform: Platform) -> [PlatformRow] {
    switch platform {
    case .iOS: iOS
    case .watchOS: WatchFacts.rows + WatchMotionFacts.rows + WatchLinkFacts.rows
    case .android: AndroidFacts.rows + AndroidDeviceFacts.rows
    }
  }

  /// The facts that belong to the simulated world and not to a version of a system: the radio and
  /// the accessories.
  public static var world: [PlatformRow] { RadioFacts.rows + AccessoryFacts.rows }

  private static var iOS: [PlatformRow] {
    LifecycleFacts.rows + BackgroundTaskFacts.rows + LocationFacts.rows + AudioFacts.rows
      + JobFacts.rows
      + TransferFacts.rows + BluetoothFacts.rows + DeviceFacts.rows + NetworkFacts.rows
  }
}
