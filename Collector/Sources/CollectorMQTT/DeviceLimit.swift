/// Limits the number of devices that topics can name: whoever may publish can choose any topic.
struct DeviceLimit: Sendable {
  let max: Int
  private var devices: Set<String> = []

  init(max: Int) { self.max = max }

  /// Returns whether a device is one of the first ones. It counts from now on.
  mutating func accepts(_ device: String) -> Bool {
    if devices.contains(device) { return true }
    guard devices.count < max else { return false }
    devices.insert(device)
    return true
  }
}
