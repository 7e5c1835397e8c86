import YobanVirtualTime

extension ChoiceKind {
  static let regionEntry = ChoiceKind(
    "region-entry", "notices that it has entered a beacon region after",
    basis: "location.entryLatency")
  static let regionExit = ChoiceKind(
    "region-exit", "notices that it has left a beacon region after", basis: "location.exitDelay")
  static let autoPause = ChoiceKind(
    "auto-pause", "pauses location updates when it is still for", basis: "location.autoPauseAfter")
}
