import YobanAppleSystem
import YobanSimulatedDevices

// The faults of Core Bluetooth that Android does not have.
extension FaultKind {
  public static let connectionsUpdatedInLoop = FaultKind(
    "connections-updated-in-loop",
    "updates the parameters of its connections until accessories drop them, for a minute (iOS 26)",
    for: .seconds(60), traits: [.optional], rules: ["BT31"],
    .device(
      if: { ($0 as? Phone)?.bluetooth.policy.mayUpdateParametersInLoop ?? false },
      lasting: { onBluetooth(of: $0, \.updatesParametersInLoop) }))

  public static let roomNotReported = FaultKind(
    "room-not-reported",
    "does not report room for writes without response for a minute", for: .seconds(60),
    traits: [.optional], rules: ["BT32"],
    .device(
      if: { $0 is AppleDevice },
      lasting: { onBluetooth(of: $0, \.leavesRoomUnreported) }))

  private static func onBluetooth(
    of device: Device, _ fault: ReferenceWritableKeyPath<BluetoothService, Bool>
  ) -> FaultEffect.End? {
    guard let bluetooth = (device as? AppleDevice)?.bluetooth else { return nil }
    bluetooth[keyPath: fault] = true
    return { bluetooth[keyPath: fault] = false }
  }
}
