internal import SimulatedOS

/// `android.companion.CompanionDeviceManager`, as far as the presence of a device wakes the app
/// (AN14). Get it with `getSystemService(Context.COMPANION_DEVICE_SERVICE)`.
public final class CompanionDeviceManager {
  private let client: AndroidClient

  init(_ context: Context) { client = context.client }

  private var radio: AndroidBluetoothService { client.process.app.device.android.radio }

  /// Has the app and a device belong together. On a phone the user picks it in a dialogue, whose
  /// answer this stands for.
  public func associate(_ deviceAddress: String) {
    radio.associate(client.process.app, deviceAddress)
  }

  public func getAssociations() -> [String] { radio.associations(of: client.process.app) }

  /// From now on the app is woken when the device comes near or goes: the action
  /// `CompanionDeviceService.ACTION_APPEARED` or `ACTION_DISAPPEARED` for its receiver, and it may
  /// start a foreground service then. From API 31 on.
  ///
  /// - Throws: `IllegalArgumentException` if the two do not belong together.
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

/// Stands for `android.companion.CompanionDeviceService`, whose callbacks are broadcasts here.
public enum CompanionDeviceService {
  public static let ACTION_APPEARED = "android.companion.CompanionDeviceService.APPEARED"
  public static let ACTION_DISAPPEARED = "android.companion.CompanionDeviceService.DISAPPEARED"
  /// A text extra of both.
  public static let EXTRA_ADDRESS = "address"
}
