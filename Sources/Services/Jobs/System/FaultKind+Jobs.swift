import YobanAppleSystem
import YobanSimulatedDevices

extension FaultKind {
  public static let expiration = FaultKind(
    "expiration", "has its background time taken back by the system", need: .running,
    traits: [.everyday],
    rules: ["FT2"],
    .app(if: { $0.device is AppleDevice }) { ($0.device as? AppleDevice)?.takeBackTime(of: $0) })
}
