internal import YobanSimulatedAndroid

/// `android.bluetooth.BluetoothManager`. Get it with `getSystemService(Context.BLUETOOTH_SERVICE)`.
public final class BluetoothManager {
  private let adapter: BluetoothAdapter

  init(_ context: Context) { adapter = BluetoothAdapter(context) }

  public func getAdapter() -> BluetoothAdapter { adapter }
}

/// `android.bluetooth.BluetoothAdapter`.
public final class BluetoothAdapter {
  public static let STATE_OFF: Int32 = 10
  public static let STATE_ON: Int32 = 12

  private let client: AndroidClient
  private let scanner: BluetoothLeScanner

  init(_ context: Context) {
    client = context.client
    scanner = BluetoothLeScanner(context.client)
  }

  public func isEnabled() -> Bool { client.process.app.androidPhone.bluetooth.isOn }
  public func getState() -> Int32 { isEnabled() ? Self.STATE_ON : Self.STATE_OFF }

  /// Returns nil while Bluetooth is off.
  public func getBluetoothLeScanner() -> BluetoothLeScanner? { isEnabled() ? scanner : nil }

  /// - Throws: `IllegalArgumentException` for a text that is not an address.
  public func getRemoteDevice(_ address: String) throws -> BluetoothDevice {
    guard Self.checkBluetoothAddress(address) else {
      throw IllegalArgumentException("\(address) is not a valid Bluetooth address")
    }
    return BluetoothDevice(address, name: nil)
  }

  /// Returns whether the text is an address in capitals, such as `00:43:A8:23:10:F0`.
  public static func checkBluetoothAddress(_ address: String) -> Bool {
    let pairs = address.split(separator: ":", omittingEmptySubsequences: false)
    return pairs.count == 6
      && pairs.allSatisfy { pair in
        pair.count == 2
          && pair.utf8.allSatisfy { (48...57).contains($0) || (65...70).contains($0) }
      }
  }
}

/// `android.bluetooth.BluetoothDevice`: a remote device, identified by its address.
public final class BluetoothDevice: Hashable {
  private let address: String
  private let name: String?

  init(_ address: String, name: String?) {
    self.address = address
    self.name = name
  }

  public func getAddress() -> String { address }
  /// Returns the advertised name.
  public func getName() -> String? { name }

  public static func == (a: BluetoothDevice, b: BluetoothDevice) -> Bool {
    a.address == b.address
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}
