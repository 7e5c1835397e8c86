import Foundation

extension UUID {
  /// Creates an identifier from its 16 bytes, in order.
  init(bytes b: [UInt8]) {
    self.init(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }

  /// Creates a random identifier (RFC 9562, version 4) from 16 random bytes.
  package init(version4 bytes: [UInt8]) {
    var b = bytes
    b[6] = b[6] & 0x0f | 0x40
    b[8] = b[8] & 0x3f | 0x80
    self.init(bytes: b)
  }
}
