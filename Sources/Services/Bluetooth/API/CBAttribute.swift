import Foundation
internal import YobanSimulatedApple

/// A service, characteristic or descriptor.
open class CBAttribute: NSObject {
  open private(set) var uuid: CBUUID
  /// The attribute's handle in the database of the device that offers it; 0 before it is published.
  var handle: AttributeHandle = 0

  init(_ uuid: CBUUID, handle: AttributeHandle = 0) {
    self.uuid = uuid
    self.handle = handle
  }
}
