import YobanVirtualTime

extension ChoiceKind {
  static let contextReplay = ChoiceKind(
    "context-replay",
    outcomes: [
      "receives only the latest application context, as documented",
      "receives older application contexts, too, one of them twice, as the log of a device shows",
    ], basis: "WC3")
  static let fileFate = ChoiceKind(
    "file-fate",
    outcomes: [
      "sends a file that is kept until its receiver runs, as documented",
      "sends a file that is lost without an error if its receiver does not run during the whole transfer, as one article measured",
    ], basis: "WC5")
}
