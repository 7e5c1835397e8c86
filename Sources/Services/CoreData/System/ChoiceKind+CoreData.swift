import YobanVirtualTime

extension ChoiceKind {
  static let saveDuration = ChoiceKind(
    "save-duration", "holds the lock of its store in a save for",
    basis: "coreData.saveDurationMax")
}
