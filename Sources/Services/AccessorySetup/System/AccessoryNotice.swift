import Foundation
import YobanSimulatedRadio

/// The codes of `ASError` that a call can fail with (AS5).
package enum AccessorySetupFailure: Int, Error, Sendable, Hashable {
  case activationFailed = 100
  case discoveryTimeout = 200
  case extensionNotFound = 300
  case invalidated = 400
  case invalidRequest = 450
  case pickerAlreadyActive = 500
  case pickerRestricted = 550
  case userCancelled = 700
}

/// An event that a session receives.
package struct AccessoryNotice: Sendable, Hashable {
  /// The values of `ASAccessoryEventType`.
  package enum Kind: Int, Sendable, Hashable {
    case activated = 10
    case invalidated = 11
    case migrationComplete = 20
    case accessoryAdded = 30
    case accessoryRemoved = 31
    case accessoryChanged = 32
    case accessoryDiscovered = 33
    case pickerDidPresent = 40
    case pickerDidDismiss = 50
    case pickerSetupFailed = 70
    case pickerSetupPairing = 80
    case pickerSetupRename = 90
  }

  package var kind: Kind
  package var accessory: SetUpAccessory?
  package var failure: AccessorySetupFailure?
  /// The advertisement of a discovered accessory.
  package var advertisement: AdvertisementData?
  /// In dBm.
  package var rssi: Int?
}

/// The object of a session in the app's process.
package protocol AccessorySetupEventReceiver: AnyObject {
  func received(_ notice: AccessoryNotice)
}

/// An accessory that the user has set up for an app (AS8).
public struct SetUpAccessory: Sendable, Hashable {
  /// The state of the setup.
  public enum State: Int, Sendable, Hashable {
    case unauthorized = 0
    case awaitingAuthorization = 10
    case authorized = 20
  }

  /// The identifier of the accessory on the device, as `CBPeripheral.identifier`.
  public let identifier: UUID
  /// The name that the user sees.
  public internal(set) var name: String
  public internal(set) var state: State
  package var descriptor: AccessoryDescriptor
  package var ssid: String?
}

/// An item that the app gives the picker: the values of an `ASPickerDisplayItem`.
package struct AccessoryPickerItem: Sendable, Hashable {
  /// The identifier of an accessory that the app knows already (AS7).
  package struct Migration: Sendable, Hashable {
    package var peripheral: UUID?

    package init(peripheral: UUID?) { self.peripheral = peripheral }
  }

  package var name: String
  package var descriptor: AccessoryDescriptor
  /// The raw value of `ASPickerDisplayItem.SetupOptions`.
  package var setupOptions: UInt = 0
  package var migration: Migration?

  package init(
    name: String, descriptor: AccessoryDescriptor, setupOptions: UInt, migration: Migration?
  ) {
    (self.name, self.descriptor) = (name, descriptor)
    (self.setupOptions, self.migration) = (setupOptions, migration)
  }

  var renames: Bool { setupOptions & 1 << 0 != 0 }
  var confirms: Bool { setupOptions & 1 << 1 != 0 }
}

/// The values of an `ASPickerDisplaySettings` (AS6, AS10).
package struct AccessoryPickerSettings: Sendable, Hashable {
  /// In seconds; nil if the app has set none. Infinite for a search without limit.
  package var timeout: Double?
  /// Whether the app decides which accessories are shown.
  package var filters = false

  package init(timeout: Double? = nil, filters: Bool = false) {
    (self.timeout, self.filters) = (timeout, filters)
  }
}
