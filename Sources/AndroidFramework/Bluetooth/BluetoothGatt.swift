import Foundation
internal import YobanSimulatedAndroid

/// `android.bluetooth.BluetoothGatt`: a connection to an accessory.
///
/// Only one operation may be pending at a time: a further call returns false until the callback of
/// the pending operation was called (AN15).
public final class BluetoothGatt {
  public static let GATT_SUCCESS: Int32 = 0
  public static let GATT_FAILURE: Int32 = 257
  /// `BluetoothProfile.STATE_…`.
  public static let STATE_DISCONNECTED: Int32 = 0
  public static let STATE_CONNECTED: Int32 = 2

  private let device: BluetoothDevice
  private let callback: BluetoothGattCallback
  fileprivate var gatt: AndroidGatt?
  private var services: [BluetoothGattService] = []

  init(_ device: BluetoothDevice, _ callback: BluetoothGattCallback) {
    self.device = device
    self.callback = callback
  }

  func open(_ client: AndroidClient, waits: Bool) throws {
    let receiver = Receiver(self)
    self.receiver = receiver
    gatt = try throwing { () throws(AndroidException) in
      try client.process.app.androidPhone.bluetooth.connect(
        device.getAddress(), waits: waits, for: client.process, receiver)
    }
  }

  private var receiver: Receiver?

  public func getDevice() -> BluetoothDevice { device }
  public func disconnect() { gatt?.disconnect() }

  /// Releases the connection. No more callbacks are called.
  public func close() {
    gatt?.close()
    gatt = nil
  }

  /// Discovers the services. `onServicesDiscovered` follows.
  @discardableResult public func discoverServices() -> Bool { gatt?.discoverServices() ?? false }

  /// Returns the discovered services; empty before their discovery.
  public func getServices() -> [BluetoothGattService] { services }
  public func getService(_ uuid: UUID) -> BluetoothGattService? {
    services.first { $0.getUuid() == uuid }
  }

  /// Reads a value. `onCharacteristicRead` follows.
  @discardableResult
  public func readCharacteristic(_ characteristic: BluetoothGattCharacteristic) -> Bool {
    gatt?.read(characteristic.handle) ?? false
  }

  /// Writes the value set with `characteristic.setValue`. `onCharacteristicWrite` follows.
  @discardableResult
  public func writeCharacteristic(_ characteristic: BluetoothGattCharacteristic) -> Bool {
    gatt?.write(Data(characteristic.value), to: characteristic.handle) ?? false
  }

  /// Enables or disables `onCharacteristicChanged` for values that the accessory sends. To make the
  /// accessory send them, write the descriptor 2902.
  @discardableResult
  public func setCharacteristicNotification(
    _ characteristic: BluetoothGattCharacteristic, _ enable: Bool
  ) -> Bool {
    guard let gatt else { return false }
    gatt.setWanted(characteristic.handle, enable)
    return true
  }

  /// Writes the value set with `descriptor.setValue` to a descriptor 2902. `onDescriptorWrite`
  /// follows. Returns false for other descriptors, which are not simulated.
  @discardableResult public func writeDescriptor(_ descriptor: BluetoothGattDescriptor) -> Bool {
    guard descriptor.isConfiguration, let characteristic = descriptor.characteristic else {
      return false
    }
    return gatt?.configure(
      characteristic.handle, descriptor.handle, isOn: descriptor.value.first ?? 0 != 0) ?? false
  }

  // MARK: Events

  private func characteristic(_ handle: AttributeHandle) -> BluetoothGattCharacteristic? {
    services.lazy.flatMap(\.characteristics).first { $0.handle == handle }
  }

  private func received(_ event: AndroidGattEvent) {
    switch event {
    case .connectionState(let status, let isConnected):
      callback.onConnectionStateChange(
        self, status, isConnected ? Self.STATE_CONNECTED : Self.STATE_DISCONNECTED)
    case .services(let found, let status):
      services = found.map { BluetoothGattService($0) }
      callback.onServicesDiscovered(self, status)
    case .read(let handle, let value, let status):
      guard let characteristic = characteristic(handle) else { return }
      characteristic.value = [UInt8](value)
      callback.onCharacteristicRead(self, characteristic, status)
    case .wrote(let handle, let status):
      guard let characteristic = characteristic(handle) else { return }
      callback.onCharacteristicWrite(self, characteristic, status)
    case .wroteDescriptor(let handle, let status):
      let descriptors = services.flatMap(\.characteristics).flatMap(\.descriptors)
      guard let descriptor = descriptors.first(where: { $0.handle == handle }) else { return }
      callback.onDescriptorWrite(self, descriptor, status)
    case .changed(let handle, let value):
      guard let characteristic = characteristic(handle) else { return }
      characteristic.value = [UInt8](value)
      callback.onCharacteristicChanged(self, characteristic)
    }
  }

  private final class Receiver: AndroidGattEventReceiver {
    weak var owner: BluetoothGatt?
    init(_ owner: BluetoothGatt) { self.owner = owner }
    func received(_ event: AndroidGattEvent) { owner?.received(event) }
  }
}

/// `android.bluetooth.BluetoothGattCallback`. Called on the main thread; a phone uses another
/// thread.
open class BluetoothGattCallback {
  public init() {}
  /// - Parameters:
  ///   - status: 0 for success, 8 after the supervision timeout, 19 if the accessory ended the
  ///     connection, 133 otherwise.
  ///   - newState: `STATE_CONNECTED` or `STATE_DISCONNECTED`.
  open func onConnectionStateChange(_ gatt: BluetoothGatt, _ status: Int32, _ newState: Int32) {}
  open func onServicesDiscovered(_ gatt: BluetoothGatt, _ status: Int32) {}
  open func onCharacteristicRead(
    _ gatt: BluetoothGatt, _ characteristic: BluetoothGattCharacteristic, _ status: Int32
  ) {}
  open func onCharacteristicWrite(
    _ gatt: BluetoothGatt, _ characteristic: BluetoothGattCharacteristic, _ status: Int32
  ) {}
  open func onCharacteristicChanged(
    _ gatt: BluetoothGatt, _ characteristic: BluetoothGattCharacteristic
  ) {}
  open func onDescriptorWrite(
    _ gatt: BluetoothGatt, _ descriptor: BluetoothGattDescriptor, _ status: Int32
  ) {}
}

extension BluetoothDevice {
  /// Connects to the device.
  ///
  /// - Parameter autoConnect: True waits for the accessory without a limit. False fails with status
  ///   133 after about 30 s.
  /// - Throws: `SecurityException` without the permission to connect (AN15).
  public func connectGatt(
    _ context: Context, _ autoConnect: Bool, _ callback: BluetoothGattCallback
  ) throws -> BluetoothGatt {
    let gatt = BluetoothGatt(self, callback)
    try gatt.open(context.client, waits: autoConnect)
    return gatt
  }
}
