import CoreBluetooth
import Foundation

extension BluetoothSession {
  /// Reads a value from the accessory. The value is also delivered as an event.
  ///
  /// - Throws: `BluetoothRequestError`; `timedOut` after the request timeout.
  public func read<Value>(
    _ characteristic: Characteristic<Value>
  ) async throws(BluetoothRequestError) -> Value {
    try check(characteristic.path)
    let bytes = try await link.read(characteristic.path).get()
    do throws(CharacteristicValueError) {
      return try Value(characteristicBytes: bytes)
    } catch {
      throw .malformed(error)
    }
  }

  /// Writes a value and waits until the accessory has confirmed it.
  ///
  /// - Throws: `BluetoothRequestError`. After `timedOut` and `linkLost` the value may have arrived.
  public func write<Value: WritableCharacteristicValue>(
    _ value: Value, to characteristic: Characteristic<Value>
  ) async throws(BluetoothRequestError) {
    try await write(value, to: characteristic, .withResponse)
  }

  /// Writes a value and waits until the system has accepted it, which it does once it has room
  /// (BT22).
  ///
  /// Await each write before the next, to keep to the speed of the connection. The order is kept.
  /// Whether a value arrives is unknown.
  ///
  /// - Throws: `BluetoothRequestError`; `queueFull` when 64 writes are waiting already.
  public func writeWithoutResponse<Value: WritableCharacteristicValue>(
    _ value: Value, to characteristic: Characteristic<Value>
  ) async throws(BluetoothRequestError) {
    try await write(value, to: characteristic, .withoutResponse)
  }

  /// Returns the largest number of bytes in one write (BT21); nil while the accessory is not ready.
  public func maximumWriteLength(withResponse: Bool) -> Int? {
    guard isReady else { return nil }
    return link.peripheral?.maximumWriteValueLength(
      for: withResponse ? .withResponse : .withoutResponse)
  }

  private func write<Value: WritableCharacteristicValue>(
    _ value: Value, to characteristic: Characteristic<Value>, _ type: CBCharacteristicWriteType
  ) async throws(BluetoothRequestError) {
    try check(characteristic.path)
    let bytes: Data
    do throws(CharacteristicValueError) {
      bytes = try value.characteristicBytes()
    } catch {
      throw .malformed(error)
    }
    _ = try await link.write(bytes, to: characteristic.path, type).get()
  }

  private func check(_ path: AttributePath) throws(BluetoothRequestError) {
    guard isReady else { throw .notReady }
    guard link.has(path) else { throw .missing(path) }
  }
}
