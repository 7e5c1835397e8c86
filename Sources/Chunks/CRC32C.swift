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
      tables[index] = (shorter >> 8) ^ tables[Int(shorter & 0xFF)]
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
        crc = table[7 * 256 + Int(word & 0xFF)]
        crc ^= table[6 * 256 + Int((word >> 8) & 0xFF)]
        crc ^= table[5 * 256 + Int((word >> 16) & 0xFF)]
        crc ^= table[4 * 256 + Int((word >> 24) & 0xFF)]
        crc ^= table[3 * 256 + Int((word >> 32) & 0xFF)]
        crc ^= table[2 * 256 + Int((word >> 40) & 0xFF)]
        crc ^= table[256 + Int((word >> 48) & 0xFF)]
        crc ^= table[Int(word >> 56)]
        offset += 8
      }
      while offset < bytes.count {
        crc = table[Int((crc ^ UInt32(bytes[offset])) & 0xFF)] ^ (crc >> 8)
        offset += 1
      }
      return ~crc
    }
  }
}
