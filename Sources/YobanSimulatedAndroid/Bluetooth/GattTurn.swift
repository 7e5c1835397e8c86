/// Limits a BluetoothGatt to one outstanding operation (AN15). Pure.
///
/// Until the callback of the last operation, the next call returns false.
struct GattTurn: Equatable {
  private(set) var isBusy = false

  /// Returns whether the operation may begin.
  mutating func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// The callback of the operation is about to be called.
  mutating func finished() { isBusy = false }
}
