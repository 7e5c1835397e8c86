import YobanVirtualTime

extension ChoiceKind {
  static let grace = ChoiceKind(
    "grace", "may run after it entered the background for",
    basis: "lifecycle.graceAfterBackground")
  static let leakLimit = ChoiceKind(
    "leak-limit", "may hold a background task while a mode keeps it running for",
    basis: "backgroundTasks.leakLimit")
  static let prewarming = ChoiceKind(
    "prewarming",
    outcomes: [
      "is prewarmed and waits before UIApplicationMain, as documented",
      "is prewarmed and runs through didFinishLaunching, as reported",
    ], basis: "L15")
  static let bootPrewarming = ChoiceKind(
    "boot-prewarming",
    outcomes: [
      "is not prewarmed after the boot", "is prewarmed before the first unlock",
      "is prewarmed before the first unlock and runs through didFinishLaunching, as reported",
    ], basis: "L15")
  static let powerLoss = ChoiceKind(
    "power-loss",
    outcomes: [
      "keeps a drawn part of the writes that are not durable",
      "keeps nothing of the writes that are not durable",
      "keeps only the names of the files of the writes that are not durable",
      "keeps all writes, also those that are not durable",
    ], basis: "DK1")
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

  /// Takes a decision of the system about an app, or of the device if the app is nil, between several outcomes.
  package func choose(
    _ kind: ChoiceKind, of app: InstalledApp? = nil, in range: ClosedRange<Int64>,
    default standard: Int64
  ) -> Int64 {
    let choices = world.simulation.choices
    guard choices.isActive else { return standard }
    return choices.choose(kind, of: subject(app), in: range, default: standard)
  }

  private func subject(_ app: InstalledApp?) -> String {
    app.map { "\(name)/\($0.definition.name)" } ?? name
  }
}
