/// The tables of the profiles: all facts about the operating systems (`table(of:)`) and about the world.
///
/// A fact is declared once, as a property of its policy. Tests compare the tables with all declarations and with
/// docs/profiles.md.
public enum PlatformFacts {}
