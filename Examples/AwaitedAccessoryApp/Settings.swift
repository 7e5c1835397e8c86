import CoreBluetooth

/// The settings in the app's Info.plist.
struct Settings {
  /// The service that the accessory advertises; nil scans for everything.
  var service: CBUUID?
  /// The restore identifier of the manager; nil for none.
  var restoreIdentifier: String?

  init(_ bundle: Bundle = .main) {
    service = (bundle.object(forInfoDictionaryKey: "AccessoryService") as? String)
      .map(CBUUID.init(string:))
    restoreIdentifier = bundle.object(forInfoDictionaryKey: "RestoreIdentifier") as? String
  }
}
