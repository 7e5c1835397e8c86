import CYobanChecksum

/// CRC-32C (Castagnoli), the checksum of every header and block.
///
/// Reflected polynomial 0x82F63B78, initial value and final exclusive-or 0xFFFFFFFF, as in RFC 3720
/// appendix B.4. Uses the processor's instruction if there is one, otherwise eight bytes a step
/// with eight tables ("slicing by 8").
enum CRC32C {
  /// Table `k` at `k * 256`: the effect of a byte that is followed by `k` more bytes of the step.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var remainder = UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 1 ? (remainder >> 1) ^ 0x82F6_3B78 : remainder >> 1
      }
      tables[byte] = remainder
    }
    for index in 256..<tables.count {
      let shorter = tables[index - 256]
      tables[index] = (shorter >> 8) ^ tables[Int(truncatingIfNeeded: shorter & 0xFF)]
    }
    return tables
  }()

  /// Returns the checksum of some bytes; `previous` is the checksum of the bytes before them.
  static func checksum(_ bytes: UnsafeRawBufferPointer, continuing previous: UInt32 = 0) -> UInt32 {
    hasInstruction
      ? ~yoban_crc32c(~previous, bytes.baseAddress, bytes.count)
      : checksumByTables(bytes, continuing: previous)
  }

  private static let hasInstruction = yoban_has_crc32c() != 0

  static func checksumByTables(
    _ bytes: UnsafeRawBufferPointer, continuing previous: UInt32 = 0
  ) -> UInt32 {
    tables.withUnsafeBufferPointer { table in
      var crc = ~previous
      var offset = 0
      while bytes.count - offset >= 8 {
        let word = bytes.littleEndian(UInt64.self, at: offset) ^ UInt64(crc)
        @inline(__always) func byte(_ index: UInt64) -> Int {
          Int(truncatingIfNeeded: word &>> (8 &* index) & 0xFF)
        }
        crc = table[7 * 256 + byte(0)]
        crc ^= table[6 * 256 + byte(1)]
        crc ^= table[5 * 256 + byte(2)]
        crc ^= table[4 * 256 + byte(3)]
        crc ^= table[3 * 256 + byte(4)]
        crc ^= table[2 * 256 + byte(5)]
        crc ^= table[256 + byte(6)]
        crc ^= table[byte(7)]
        offset += 8
      }
      while offset < bytes.count {
        crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[offset])] ^ (crc >> 8)
        offset += 1
      }
      return ~crc
    }
  }
}
