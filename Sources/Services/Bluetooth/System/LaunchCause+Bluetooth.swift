import YobanSimulatedDevices

extension LaunchCause {
  /// A Bluetooth event of a preserved manager, with the restore identifiers of all managers that the system
  /// preserves for the app (BT25).
  public static func bluetooth(centrals: [String], peripherals: [String]) -> Self {
    var options: [Option] = []
    if !centrals.isEmpty {
      options.append(Option("UIApplicationLaunchOptionsBluetoothCentralsKey", .texts(centrals)))
    }
    if !peripherals.isEmpty {
      options.append(
        Option("UIApplicationLaunchOptionsBluetoothPeripheralsKey", .texts(peripherals)))
    }
    return Self("bluetooth \((centrals + peripherals).joined(separator: " "))", options)
  }
}

extension RunTimeLedger.Grant {
  /// An event of a manager with a Bluetooth background mode (BT9).
  package static let bluetooth = Self("bluetooth")
}
