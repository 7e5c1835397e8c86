/// Everything that is known of iOS in numbers, one line each: the profiles.
///
/// A new fact is declared in its section below and named in the section's `rows`; tests compare the
/// two, the policy that holds it, and the table in docs/profiles.md.
public enum PlatformFacts {
  /// All facts, section by section.
  public static var table: [PlatformRow] {
    LifecycleFacts.rows + BackgroundTaskFacts.rows + LocationFacts.rows + JobFacts.rows
      + TransferFacts.rows + BluetoothFacts.rows + DeviceFacts.rows
  }
}
