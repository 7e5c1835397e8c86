internal import YobanSimulatedAndroid

/// `android.companion.CompanionDeviceService`: the service that the system binds while an observed companion device is
/// near (AN24). In the manifest it has the action `SERVICE_INTERFACE`.
///
/// The system creates it, and launches the app for it, when a device appears. It destroys it when no device is near
/// any more, unless it was started. All callbacks come on the main thread.
open class CompanionDeviceService: Service, @unchecked SimulationConfined {
  public static let SERVICE_INTERFACE = "android.companion.CompanionDeviceService"

  /// The callback of API levels 31 and 32; later ones call it from the version with an `AssociationInfo`.
  open func onDeviceAppeared(_ address: String) throws {}
  open func onDeviceDisappeared(_ address: String) throws {}

  /// Called from API level 33 on. The default calls the version with an address.
  open func onDeviceAppeared(_ associationInfo: AssociationInfo) throws {
    try onDeviceAppeared(associationInfo.addressAsString)
  }
  open func onDeviceDisappeared(_ associationInfo: AssociationInfo) throws {
    try onDeviceDisappeared(associationInfo.addressAsString)
  }

  /// Called from API level 36 on, before the older callbacks.
  open func onDevicePresenceEvent(_ event: DevicePresenceEvent) throws {}

  /// Calls the callbacks of the device's API level.
  final func changed(_ presence: CompanionPresence) throws {
    let level = client.apiLevel
    if level >= 36 {
      try onDevicePresenceEvent(
        DevicePresenceEvent(
          presence.association,
          presence.isNear
            ? DevicePresenceEvent.EVENT_BLE_APPEARED : DevicePresenceEvent.EVENT_BLE_DISAPPEARED))
    }
    guard level >= 33 else {
      return presence.isNear
        ? try onDeviceAppeared(presence.address) : try onDeviceDisappeared(presence.address)
    }
    let info = AssociationInfo(presence.association, presence.address)
    if presence.isNear { try onDeviceAppeared(info) } else { try onDeviceDisappeared(info) }
  }
}

/// `android.companion.DevicePresenceEvent`, limited to devices of Bluetooth Low Energy. From API level 36 on.
public final class DevicePresenceEvent: Sendable {
  public static let NO_ASSOCIATION: Int32 = -1
  /// The device came into range.
  public static let EVENT_BLE_APPEARED: Int32 = 0
  /// The device is no longer in range.
  public static let EVENT_BLE_DISAPPEARED: Int32 = 1

  private let associationId: Int32
  private let event: Int32

  init(_ associationId: Int32, _ event: Int32) {
    self.associationId = associationId
    self.event = event
  }

  public func getAssociationId() -> Int32 { associationId }
  public func getEvent() -> Int32 { event }
}
