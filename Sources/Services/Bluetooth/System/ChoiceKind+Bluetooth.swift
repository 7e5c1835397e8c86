import YobanVirtualTime

extension ChoiceKind {
  static let stateDelay = ChoiceKind(
    "bluetooth-state", "gets the first state of a Bluetooth manager after",
    basis: "bluetooth.stateDelay")
  static let bluetoothWake = ChoiceKind(
    "bluetooth-wake", "may run for a Bluetooth event for", basis: "bluetooth.wake")
  static let missedPacket = ChoiceKind(
    "missed-packet",
    outcomes: [
      "receives the advertisement for which it waits",
      "misses the advertisement for which it waits",
    ], basis: "RA2")
}
