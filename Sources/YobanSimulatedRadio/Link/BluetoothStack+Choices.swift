import YobanVirtualTime

extension ChoiceKind {
  static let serviceDiscovery = ChoiceKind(
    "service-discovery", "lists its services after", basis: "BT9")
}
