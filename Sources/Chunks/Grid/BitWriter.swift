/// Writes bit fields to memory, the least significant bit of each field first.
///
/// The memory must have room for eight bytes more than are written.
struct BitWriter {
  private let start: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer
  /// Bits that are not stored yet, the oldest one lowest.
  private var pending: UInt64 = 0
  /// The number of pending bits: at most seven between two calls.
  private var pendingCount: UInt64 = 0

  init(_ memory: UnsafeMutableRawPointer) {
    start = memory
    next = memory
  }

  /// Writes the low bits of a value: at most 56 of them. All higher bits of the value must be 0.
  @inline(__always)
  mutating func put(_ value: UInt64, _ count: UInt64) {
    pending |= value &<< pendingCount
    pendingCount &+= count
    next.storeBytes(of: pending.littleEndian, as: UInt64.self)
    let whole = pendingCount &>> 3
    next += Int(truncatingIfNeeded: whole)
    pending = pending &>> (whole &* 8)
    pendingCount &= 7
  }

  /// Writes up to 64 bits.
  mutating func putWide(_ value: UInt64, _ count: UInt64) {
    let low = min(count, 32)
    put(value & (1 &<< low &- 1), low)
    if count > 32 { put(value >> 32, count - 32) }
  }

  /// Writes a number with the count of its bits before it: 7 bits, then 0 to 64 bits.
  mutating func putNumber(_ value: UInt64) {
    let count = UInt64(64 - value.leadingZeroBitCount)
    put(count, 7)
    putWide(value, count)
  }

  /// Writes a signed number by the same rule, as 2n, or -2n - 1 if it is negative.
  mutating func putSigned(_ value: Int64) { putNumber(value.zigzag) }

  /// Fills the last byte with zero bits, and returns the number of bytes.
  mutating func finish() -> Int {
    if pendingCount > 0 {
      next += 1
      pending = 0
      pendingCount = 0
    }
    return next - start
  }
}

/// Reads the fields that a `BitWriter` wrote, and returns nil instead of reading past the end.
struct BitCursor {
  private let bytes: UnsafeRawBufferPointer
  /// The number of bits that were read.
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Reads up to 64 bits.
  @inline(__always)
  mutating func bits(_ count: Int) -> UInt64? {
    guard count <= bytes.count * 8 - position else { return nil }
    let offset = position >> 3
    // Eight bytes have at least 57 bits that are not read yet.
    guard count <= 57, bytes.count - offset >= 8 else { return slowBits(count) }
    let word = bytes.littleEndian(UInt64.self, at: offset) >> UInt64(position & 7)
    position += count
    return word & (1 << UInt64(count) - 1)
  }

  /// Reads bit by bit, close to the end of the bytes.
  @inline(never)
  private mutating func slowBits(_ count: Int) -> UInt64 {
    var value: UInt64 = 0
    for bit in 0..<count {
      value |= UInt64(bytes[position >> 3] >> UInt8(position & 7) & 1) << UInt64(bit)
      position += 1
    }
    return value
  }

  /// Reads up to 32 bits as a small number.
  mutating func small(_ count: Int) -> Int? { bits(count).map { Int(truncatingIfNeeded: $0) } }

  mutating func number() -> UInt64? {
    guard let count = small(7), count <= 64, let value = bits(count) else { return nil }
    // Only the shortest form is valid.
    return count == 64 - value.leadingZeroBitCount ? value : nil
  }

  mutating func signed() -> Int64? { number().map { Int64(zigzag: $0) } }

  /// Moves to the next whole byte and returns its offset; nil if a bit that is left out is set.
  mutating func finish() -> Int? {
    let rest = (8 - position & 7) & 7
    guard bits(rest) == 0 else { return nil }
    return position >> 3
  }
}

extension Int64 {
  /// 2n for a number that is not negative, and -2n - 1 for a negative number n.
  @inline(__always)
  var zigzag: UInt64 { UInt64(bitPattern: (self &<< 1) ^ (self &>> 63)) }

  @inline(__always)
  init(zigzag value: UInt64) {
    self = Int64(bitPattern: (value &>> 1) ^ (0 &- (value & 1)))
  }
}
