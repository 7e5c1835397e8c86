import YobanAppleSystem
import YobanSimulatedDevices

extension World {
  /// Pairs a watch with an iPhone. Each can have only one counterpart.
  ///
  /// - Throws: `WorldError.isPaired`, without any effect.
  public func pair(_ watch: Watch, with phone: Phone) throws {
    for device in [watch, phone] as [AppleDevice] {
      if let other = device.counterpart { throw WorldError.isPaired(device.name, with: other.name) }
    }
    watch.counterpart = phone
    phone.counterpart = watch
    watch.post(.power("paired with \(phone.name)"))
    watch.watchLink.link?.update()
  }
}
