/// Everything that is known of the systems in numbers, one line each: the profiles.
///
/// A new fact is declared in its section below and named in the section's `rows`; tests compare the
/// two, the policy that holds it, and the table in docs/profiles.md.
public enum PlatformFacts {
  /// All facts of a platform, section by section.
  public static func table(of platform: Platform) -> [PlatformRow] {
    switch platform {
    case .iOS: iOS
    case .watchOS: WatchFacts.rows + WatchMotionFacts.rows + WatchLinkFacts.rows
    case .android: AndroidFacts.rows + AndroidDeviceFacts.rows
    }
  }

  /// What belongs to the world, and to no version of a system: the radio and the accessories.
  public static var world: [PlatformRow] { RadioFacts.rows + AccessoryFacts.rows }

  private static var iOS: [PlatformRow] {
    LifecycleFacts.rows + BackgroundTaskFacts.rows + LocationFacts.rows + AudioFacts.rows + JobFacts.rows
      + TransferFacts.rows + BluetoothFacts.rows + DeviceFacts.rows + NetworkFacts.rows
  }
}
