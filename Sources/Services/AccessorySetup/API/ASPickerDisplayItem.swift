public import UIKit
internal import YobanSimulatedApple

/// A kind of accessory that the picker shows, with the app's name and image for it.
///
/// Sendable: set the properties before the item is given to the picker.
open class ASPickerDisplayItem: NSObject, @unchecked Sendable {
  public struct SetupOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The user may rename the accessory.
    public static let rename = SetupOptions(rawValue: 1 << 0)
    /// The app must call `finishAuthorization` or `failAuthorization` (AS9).
    public static let confirmAuthorization = SetupOptions(rawValue: 1 << 1)
    /// Has no effect: the user sees a hint to go on in the app.
    public static let finishInApp = SetupOptions(rawValue: 1 << 2)
  }

  public let name: String
  public let productImage: UIImage
  public let descriptor: ASDiscoveryDescriptor
  open var renameOptions: ASAccessory.RenameOptions = []
  open var setupOptions: SetupOptions = []

  public init(name: String, productImage: UIImage, descriptor: ASDiscoveryDescriptor) {
    (self.name, self.productImage, self.descriptor) = (name, productImage, descriptor)
  }

  var plain: AccessoryPickerItem { plain(nil) }

  fileprivate func plain(_ migration: AccessoryPickerItem.Migration?) -> AccessoryPickerItem {
    AccessoryPickerItem(
      name: name, descriptor: descriptor.plain, setupOptions: setupOptions.rawValue,
      migration: migration)
  }
}

/// An accessory that the app knows from before it used AccessorySetupKit (AS7).
///
/// Sendable: set the properties before the item is given to the picker.
open class ASMigrationDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
  /// `CBPeripheral.identifier`.
  open var peripheralIdentifier: UUID?
  /// Has no effect: there is no Wi-Fi accessory.
  open var hotspotSSID: String?

  override var plain: AccessoryPickerItem {
    plain(.init(peripheral: peripheralIdentifier))
  }
}

/// An accessory that the app was notified of and shows in the picker (iOS 26.1, AS10).
///
/// Sendable: set the properties before the item is given to the picker.
open class ASDiscoveredDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
  let accessory: ASDiscoveredAccessory

  public init(name: String, productImage: UIImage, accessory: ASDiscoveredAccessory) {
    self.accessory = accessory
    super.init(name: name, productImage: productImage, descriptor: accessory.descriptor)
  }
}

/// The settings of a picker (iOS 26, AS6).
///
/// Sendable: set the properties before the object is given to a session.
open class ASPickerDisplaySettings: NSObject, @unchecked Sendable {
  /// The time for which the picker searches, in seconds.
  public struct DiscoveryTimeout: RawRepresentable, Hashable, Sendable {
    public var rawValue: TimeInterval
    public init(rawValue: TimeInterval) { self.rawValue = rawValue }

    /// 60 s.
    public static let short = DiscoveryTimeout(rawValue: 60)
    /// 2 minutes.
    public static let medium = DiscoveryTimeout(rawValue: 120)
    /// 5 minutes.
    public static let long = DiscoveryTimeout(rawValue: 300)
    /// Without a limit (iOS 26.1).
    public static let unbounded = DiscoveryTimeout(rawValue: .infinity)
  }

  /// iOS 26.1.
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The session receives `accessoryDiscovered`, and the app decides what the picker shows (AS10).
    public static let filterDiscoveryResults = Options(rawValue: 1 << 0)
  }

  /// A new object without values.
  open class var `default`: ASPickerDisplaySettings { ASPickerDisplaySettings() }

  /// 0 for the default of 30 s.
  open var discoveryTimeout = DiscoveryTimeout(rawValue: 0)
  open var options: Options = []

  var plain: AccessoryPickerSettings {
    AccessoryPickerSettings(
      timeout: discoveryTimeout.rawValue == 0 ? nil : discoveryTimeout.rawValue,
      filters: options.contains(.filterDiscoveryResults))
  }
}
