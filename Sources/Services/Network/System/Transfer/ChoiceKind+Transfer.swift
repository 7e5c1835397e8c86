import YobanVirtualTime

extension ChoiceKind {
  static let sessionReceiver = ChoiceKind(
    "session-receiver",
    outcomes: [
      "receives the events of two background sessions with one identifier in the older one, as developers report",
      "receives the events of two background sessions with one identifier in the newer one, which Apple leaves open",
    ], basis: "FT7")
}
