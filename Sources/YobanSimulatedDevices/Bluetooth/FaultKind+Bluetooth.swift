// The faults of the Bluetooth of a device.
extension FaultKind {
  public static let bluetoothOff = FaultKind(
    "bluetooth-off", "has Bluetooth off for a minute", for: .seconds(60), traits: [.everyday],
    weaker: [.bluetoothReset], rules: ["BT2"],
    .device(lasting: { device in
      device.bluetoothSwitch?.switchOff()
      return { device.bluetoothSwitch?.switchOn() }
    }))

  public static let bluetoothReset = FaultKind(
    "bluetooth-reset", "restarts its Bluetooth service", rules: ["BT2"],
    .device { await $0.bluetoothSwitch?.restart() })
}
