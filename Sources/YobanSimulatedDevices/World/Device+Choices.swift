import YobanVirtualTime

extension ChoiceKind {
  static let grace = ChoiceKind(
    "grace", "may run after it entered the background for",
    basis: "lifecycle.graceAfterBackground")
  static let leakLimit = ChoiceKind(
    "leak-limit", "may hold a background task while a mode keeps it running for",
    basis: "backgroundTasks.leakLimit")
  static let powerLoss = ChoiceKind(
    "power-loss",
    "keeps this of its writes that are not durable (0 for a drawn part, 1 for nothing, 2 for the names, 3 for everything):",
    basis: "DK1", isTime: false)
}

extension Device {
  /// Takes a decision of the system about an app, or about the device if the app is nil; see `Choices`.
  package func choose(
    _ kind: ChoiceKind, of app: InstalledApp?, in range: ClosedRange<Duration>,
    default standard: Duration
  ) -> Duration {
    let choices = world.simulation.choices
    guard choices.isActive else { return standard }
    return choices.choose(kind, of: subject(app), in: range, default: standard)
  }

  /// Takes a decision of the system between yes and no.
  package func choose(
    _ kind: ChoiceKind, of app: InstalledApp?, default standard: Bool
  ) -> Bool {
    let choices = world.simulation.choices
    guard choices.isActive else { return standard }
    return choices.choose(kind, of: subject(app), default: standard)
  }

  /// Takes a decision of the device between several outcomes.
  func choose(
    _ kind: ChoiceKind, in range: ClosedRange<Int64>, default standard: Int64
  ) -> Int64 {
    world.simulation.choices.choose(kind, of: name, in: range, default: standard)
  }

  private func subject(_ app: InstalledApp?) -> String {
    app.map { "\(name)/\($0.definition.name)" } ?? name
  }
}
