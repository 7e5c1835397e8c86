import YobanVirtualTime

extension ChoiceKind {
  static let regionEntry = ChoiceKind(
    "region-entry", "notices that it has entered a beacon region after",
    basis: "location.entryLatency")
  static let regionExit = ChoiceKind(
    "region-exit", "notices that it has left a beacon region after", basis: "location.exitDelay")
  static let rearming = ChoiceKind(
    "rearming",
    outcomes: [
      "detects the stored regions again 3 min after the boot, as one article measured",
      "detects the stored regions again 10 min after the boot, as reported",
      "detects the stored regions only when the app registers them again, as reported",
    ], basis: "BC11")
  static let keepAlive = ChoiceKind(
    "keep-alive",
    outcomes: [
      "is kept running by its location updates, as documented",
      "is kept running by its location updates only for about 30 minutes after it last began a background task, as one article measured",
    ], basis: "LOC8")
  static let autoPause = ChoiceKind(
    "auto-pause", "pauses location updates when it is still for", basis: "location.autoPauseAfter")
}
