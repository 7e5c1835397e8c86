/// The one operation of a BluetoothGatt that may be outstanding (AN15). Pure.
///
/// The next call returns false until the callback of the last one has come.
struct GattTurn: Equatable {
  private(set) var isBusy = false

  /// Returns whether the operation may begin.
  mutating func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// The callback is about to be called.
  mutating func finished() { isBusy = false }
}
