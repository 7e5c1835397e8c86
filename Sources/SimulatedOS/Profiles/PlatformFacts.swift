/// Everything that is known of iOS in numbers, one line each: the profiles.
///
/// A new fact is declared in its section below and named in the section's `rows`; a test compares
/// the two, and the table in docs/profiles.md.
public enum PlatformFacts {
  /// All facts, section by section.
  public static var table: [PlatformRow] {
    LifecycleFacts.rows + BackgroundTaskFacts.rows
  }
}
