/// The steps of a scenario that is explored: what its user does, the times that it lets pass, and the
/// devices that it adds.
///
/// A step is a decision of the simulation's `Choices`, with a basis of its own, so that an exploration can
/// leave it out and play the scenario again. A step of a test that is not explored is never left out, and
/// neither is one of a fault or of the end of a run.
public enum ScenarioSteps {
  /// Whether the code that runs now belongs to a scenario that is explored.
  @TaskLocal public static var areNoted = false

  /// The basis of the decisions that are steps; no rule has this code.
  public static let basis = "scenario"

  /// Whether an action takes place: 1 or 0. The subject is a sentence, such as "the user of phone goes home".
  public static let action = ChoiceKind("action", "takes place", basis: basis, isTime: false)
  /// Whether a device is on: 1 or 0.
  public static let presence = ChoiceKind("presence", "is on", basis: basis, isTime: false)
  /// The time that the scenario lets pass, in milliseconds.
  public static let wait = ChoiceKind("wait", "lets this time pass:", basis: basis)
}

extension Choices {
  /// Whether an action is left out. Called at the beginning of the action.
  ///
  /// - Parameter action: a sentence without a period, such as `the user of phone goes home`.
  public func leavesOut(_ action: String) -> Bool {
    guard ScenarioSteps.areNoted else { return false }
    return !choose(ScenarioSteps.action, of: action, default: true)
  }

  /// Whether a device that the scenario adds is off.
  public func leavesOff(_ name: String) -> Bool {
    guard ScenarioSteps.areNoted else { return false }
    return !choose(ScenarioSteps.presence, of: name, default: true)
  }

  /// The time that passes when a scenario lets a time pass.
  public func wait(of duration: Duration) -> Duration {
    guard ScenarioSteps.areNoted, duration > .zero else { return duration }
    return choose(
      ScenarioSteps.wait, of: "the scenario", in: .zero...duration, default: duration)
  }
}
