/// The shortcuts that the app offers without the user's doing. Nothing reads them here.
public protocol AppShortcutsProvider: Sendable {
  @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
  static var shortcutTileColor: ShortcutTileColor { get }
}

extension AppShortcutsProvider {
  public static var shortcutTileColor: ShortcutTileColor { .navy }
  /// Has no effect: nothing reads the parameters of phrases here.
  public static func updateAppShortcutParameters() {}
}

@nonexhaustive public enum ShortcutTileColor: Sendable, Hashable {
  case red, orange, tangerine, yellow, lime, teal, lightBlue, blue, navy, grape, purple, pink
  case grayBrown, grayGreen, grayBlue
}

public struct AppShortcut: Sendable {
  public let phrases: [String]

  public init<Intent>(
    intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
    systemImageName: String
  ) where Intent: AppIntent { self.phrases = phrases.map(\.text) }

  public init<Intent>(intent: Intent, phrases: [AppShortcutPhrase<Intent>])
  where Intent: AppIntent { self.phrases = phrases.map(\.text) }
}

@resultBuilder public struct AppShortcutsBuilder {
  public static func buildExpression(_ shortcut: AppShortcut) -> [AppShortcut] { [shortcut] }
  public static func buildBlock(_ shortcuts: [AppShortcut]...) -> [AppShortcut] {
    shortcuts.flatMap(\.self)
  }
  public static func buildOptional(_ shortcuts: [AppShortcut]?) -> [AppShortcut] { shortcuts ?? [] }
  public static func buildEither(first: [AppShortcut]) -> [AppShortcut] { first }
  public static func buildEither(second: [AppShortcut]) -> [AppShortcut] { second }
  public static func buildLimitedAvailability(_ shortcuts: [AppShortcut]) -> [AppShortcut] {
    shortcuts
  }
}

/// A sentence that the user says, with `\(.applicationName)` and parameters.
public struct AppShortcutPhrase<Intent>: ExpressibleByStringInterpolation, Sendable
where Intent: AppIntent {
  let text: String

  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {
      text += "${\(token)}"
    }
    public mutating func appendInterpolation<Value>(
      _ parameter: KeyPath<Intent, IntentParameter<Value>>
    ) { text += "${parameter}" }
  }
}

@nonexhaustive public enum AppShortcutPhraseToken: Sendable { case applicationName }
