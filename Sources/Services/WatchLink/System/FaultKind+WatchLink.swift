import YobanAppleSystem
import YobanSimulatedDevices

// The faults of the connection between a watch and its iPhone.
extension FaultKind {
  public static let watchLinkLost = FaultKind(
    "watch-link-lost", "does not reach its counterpart for 2 minutes", for: .seconds(120),
    traits: [.everyday], weaker: [.watchDelayed], rules: ["WC2"],
    onLink { link in
      link.isCutOff = true
      return { link.isCutOff = false }
    })

  public static let watchDoubled = FaultKind(
    "watch-doubled", "delivers the next message or file to its counterpart twice",
    for: .seconds(120), onLink { $0.expect(.doubled) })

  public static let watchDelayed = FaultKind(
    "watch-delayed", "sends the next message or file to its counterpart a minute late",
    for: .seconds(120), traits: [.everyday], onLink { $0.expect(.delayed(.seconds(60))) })

  /// The effect of a fault that a device without a counterpart cannot have.
  private static func onLink(
    _ begin: @escaping @Sendable (WatchLinkService) -> FaultEffect.End
  ) -> FaultEffect {
    .device(
      if: { ($0 as? AppleDevice)?.counterpart != nil },
      lasting: { ($0 as? AppleDevice).map { begin($0.watchLink) } })
  }
}

extension WatchLinkService {
  /// Adds a fault of the next message or transfer. The function that is returned removes it if it has not
  /// happened.
  fileprivate func expect(_ fault: WatchLinkFault) -> FaultEffect.End {
    nextFaults.append(fault)
    return { self.nextFaults.removeAll { $0 == fault } }
  }
}
