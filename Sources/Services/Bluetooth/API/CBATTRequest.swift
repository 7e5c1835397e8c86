import Foundation
internal import YobanSimulatedApple

/// A read or write request from a central.
open class CBATTRequest: NSObject {
  open private(set) var central: CBCentral
  open private(set) var characteristic: CBCharacteristic
  /// The offset in the value, in bytes, at which the read or write begins.
  open private(set) var offset: Int
  /// The value to write, or the value that the app sets as its response to a read.
  open var value: Data?

  /// Identifies this request, and all writes that arrived with it, in the response.
  let number: Int

  init(
    _ number: Int, _ central: CBCentral, _ characteristic: CBCharacteristic, offset: Int,
    value: Data? = nil
  ) {
    self.number = number
    self.central = central
    self.characteristic = characteristic
    self.offset = offset
    self.value = value
  }
}
