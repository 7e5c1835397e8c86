internal import CoreBluetooth
internal import YobanSimulatedApple

/// An event of a session.
@nonexhaustive public enum ASAccessoryEventType: Int, Sendable {
  case unknown = 0
  case activated = 10
  case invalidated = 11
  case migrationComplete = 20
  case accessoryAdded = 30
  case accessoryRemoved = 31
  case accessoryChanged = 32
  /// iOS 26.1.
  case accessoryDiscovered = 33
  case pickerDidPresent = 40
  case pickerDidDismiss = 50
  /// Never received: there is no classic Bluetooth.
  case pickerSetupBridging = 60
  case pickerSetupFailed = 70
  case pickerSetupPairing = 80
  case pickerSetupRename = 90
}

/// An event that a session gives its handler, on its queue.
///
/// Sendable: all properties are constants.
open class ASAccessoryEvent: NSObject, @unchecked Sendable {
  public let eventType: ASAccessoryEventType
  /// The accessory of an event about one; nil for events of the session and of the picker.
  public let accessory: ASAccessory?
  public let error: (any Error)?

  init(_ notice: AccessoryNotice) {
    eventType = ASAccessoryEventType(rawValue: notice.kind.rawValue) ?? .unknown
    error = notice.failure?.error
    accessory = notice.accessory.map { plain in
      guard notice.kind == .accessoryDiscovered else { return ASAccessory(plain) }
      return ASDiscoveredAccessory(plain, notice.advertisement?.dictionary, notice.rssi)
    }
  }

  open override var description: String {
    "ASAccessoryEvent(\(eventType), \(accessory?.displayName ?? "no accessory"))"
  }
}

extension AccessorySetupFailure {
  var error: any Error { ASError(ASError.Code(rawValue: rawValue) ?? .unknown) }
}
