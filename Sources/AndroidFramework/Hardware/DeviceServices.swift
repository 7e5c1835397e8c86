/// The system services of the packages `android.hardware`, `android.bluetooth`,
/// `android.companion` and `android.health.connect`.
enum DeviceServices {
  static func make(_ name: String, _ context: Context) -> AnyObject? {
    switch name {
    case Context.SENSOR_SERVICE: SensorManager.ofProcess()
    case Context.BLUETOOTH_SERVICE: BluetoothManager(context)
    case Context.COMPANION_DEVICE_SERVICE: CompanionDeviceManager(context)
    case Context.HEALTHCONNECT_SERVICE: HealthConnectManager.ofPhone(context)
    default: nil
    }
  }
}
