/// What the user will answer when an app asks, for example for a permission. Nothing is planned by default.
package struct PlannedAnswers<Answer> {
  private var byBundle: [String: Answer] = [:]
  /// The same by the app's name, from the time when a test gave names.
  package var byName: [String: Answer] = [:]

  package init() {}

  /// The answer to this app; nil if nothing was planned.
  package subscript(app: InstalledApp) -> Answer? {
    get { byBundle[app.definition.bundleIdentifier] ?? byName[app.definition.name] }
    set { byBundle[app.definition.bundleIdentifier] = newValue }
  }
}
