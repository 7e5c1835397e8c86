import Foundation
internal import SimulatedOS

/// A read or a write that a central has asked for.
open class CBATTRequest: NSObject {
  public let central: CBCentral
  public let characteristic: CBCharacteristic
  /// In bytes: where in the value the read or write begins.
  public let offset: Int
  /// What is written, or what the app answers to a read.
  open var value: Data?

  /// Names it, and all writes that came with it, in the answer.
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
