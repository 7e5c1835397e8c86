internal import YobanSimulatedAndroid

/// `android.companion.CompanionDeviceManager`, limited to launches of the app by the presence of a
/// device (AN14). Get it with `getSystemService(Context.COMPANION_DEVICE_SERVICE)`.
public final class CompanionDeviceManager {
  private let client: AndroidClient

  init(_ context: Context) { client = context.client }

  private var radio: AndroidBluetoothService { client.process.app.androidPhone.bluetooth }

  /// Associates the app with a device. On a phone, the user selects the device in a dialog; this
  /// call stands for the user's answer.
  public func associate(_ deviceAddress: String) {
    radio.associate(client.process.app, deviceAddress)
  }

  public func getAssociations() -> [String] { radio.associations(of: client.process.app) }

  /// Wakes the app from now on whenever the device appears or disappears. The app's receiver
  /// receives the action `CompanionDeviceService.ACTION_APPEARED` or `ACTION_DISAPPEARED`, and may
  /// then start a foreground service. Requires API level 31.
  ///
  /// - Throws: `IllegalArgumentException` if the app is not associated with the device.
  public func startObservingDevicePresence(_ deviceAddress: String) throws {
    guard client.apiLevel >= 31, radio.observe(client.process.app, deviceAddress, true) else {
      throw IllegalArgumentException("no association with \(deviceAddress)")
    }
  }

  public func stopObservingDevicePresence(_ deviceAddress: String) throws {
    guard radio.observe(client.process.app, deviceAddress, false) else {
      throw IllegalArgumentException("no association with \(deviceAddress)")
    }
  }
}

/// Replaces `android.companion.CompanionDeviceService`, whose callbacks are broadcasts here.
public enum CompanionDeviceService {
  public static let ACTION_APPEARED = "android.companion.CompanionDeviceService.APPEARED"
  public static let ACTION_DISAPPEARED = "android.companion.CompanionDeviceService.DISAPPEARED"
  /// The text extra of both actions: the device's address.
  public static let EXTRA_ADDRESS = "address"
}
