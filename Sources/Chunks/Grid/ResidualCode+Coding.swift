/// The running mean of the numbers of a series, from which the encoder and the decoder derive the
/// code of the next number.
struct ResidualScale {
  /// Two means, each multiplied by 16: with a weight of 1/4 and of 1/16 for each new number. Sums
  /// wrap around, in the decoder as in the encoder.
  private var fast: UInt64
  private var slow: UInt64

  init(_ value: UInt64) {
    fast = value
    slow = value
  }

  /// 16 times the mean.
  @inline(__always)
  var value: UInt64 { fast &>> 1 &+ slow &>> 1 }

  @inline(__always)
  mutating func add(_ number: UInt64) {
    fast = fast &- fast &>> 2 &+ number &<< 2
    slow = slow &- slow &>> 4 &+ number
  }

  /// The number of low bits that are stored as they are: at most 57.
  @inline(__always)
  static func lowBits(_ value: UInt64) -> UInt64 {
    UInt64(truncatingIfNeeded: 57 &- (value | 64).leadingZeroBitCount)
  }

  /// The prefix code of the other bits.
  @inline(__always)
  static func code(_ value: UInt64, lowBits: UInt64) -> Int {
    Int(truncatingIfNeeded: (value &>> lowBits) &>> 4)
  }

  /// A scale that takes 9 bits.
  struct Start {
    var lowBits: UInt64
    var code: UInt64

    init(lowBits: UInt64, code: UInt64) {
      self.lowBits = lowBits
      self.code = code
    }

    /// Rounds a scale.
    init(_ scale: ResidualScale) {
      lowBits = ResidualScale.lowBits(scale.value)
      code = UInt64(ResidualScale.code(scale.value, lowBits: lowBits))
    }

    var scale: ResidualScale { ResidualScale((code * 16 + 8) &<< lowBits) }
  }
}

extension ResidualCode {
  /// Writes residuals and returns the number of bytes: at most `maximumBits` for each residual, and
  /// up to eight bytes beyond.
  static func write(
    _ residuals: UnsafeBufferPointer<Int64>, from start: ResidualScale,
    to memory: UnsafeMutableRawPointer
  ) -> Int {
    tables.words.withUnsafeBufferPointer { words in
      var writer = BitWriter(memory)
      var scale = start
      for residual in residuals { write(residual.zigzag, &scale, words, to: &writer) }
      return writer.finish()
    }
  }

  /// Writes one number.
  @inline(__always)
  static func write(
    _ number: UInt64, _ scale: inout ResidualScale, _ words: UnsafeBufferPointer<UInt32>,
    to writer: inout BitWriter
  ) {
    let mean = scale.value
    let low = ResidualScale.lowBits(mean)
    let code = ResidualScale.code(mean, lowBits: low)
    let high = min(number &>> low, escapeBase)
    let word = UInt64(words[code &* wordStride &+ Int(truncatingIfNeeded: high)])
    let length = word & 0xFF
    let stored = word &>> 8 & 0xFF &+ low
    if high < escapeBase, stored <= 40 {
      let rest = number & (1 &<< stored &- 1)
      writer.put(word &>> 16 | rest &<< length, length &+ stored)
    } else {
      writer.put(word &>> 16, length)
      if high < escapeBase {
        writer.putWide(number & (1 &<< stored &- 1), stored)
      } else {
        let width = UInt64(64 - number.leadingZeroBitCount)
        writer.put(width - 1, escapeWidth)
        writer.putWide(number, width)
      }
    }
    scale.add(number)
  }
}

/// Reads the residuals of one series.
///
/// It does not check the end of its memory, which must have room for as many residuals of the
/// largest size as are read, and 16 bytes more. Behind the end of the series it returns arbitrary
/// residuals.
struct ResidualReader {
  private let bytes: UnsafeRawPointer
  /// The offset behind the series.
  private let end: Int
  /// The number of bits before the next residual, also of those before the series.
  private var position: Int
  private var scale: ResidualScale

  init(_ bytes: UnsafeRawPointer, offset: Int, byteCount: Int, scale: ResidualScale) {
    self.bytes = bytes
    end = offset + byteCount
    position = offset * 8
    self.scale = scale
  }

  /// Whether exactly the bytes of the series were read, and the rest of the last one is 0.
  var isAtEnd: Bool {
    guard (position + 7) >> 3 == end else { return false }
    let used = position & 7
    return used == 0 || bytes.load(fromByteOffset: end - 1, as: UInt8.self) >> used == 0
  }

  @inline(__always)
  private func word(at position: Int) -> UInt64 {
    UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: position &>> 3, as: UInt64.self))
      &>> UInt64(truncatingIfNeeded: position & 7)
  }

  @inline(__always)
  mutating func next(_ symbols: UnsafePointer<UInt16>) -> Int64 {
    let mean = scale.value
    let low = ResidualScale.lowBits(mean)
    let code = ResidualScale.code(mean, lowBits: low)
    let word = word(at: position)
    let entry = UInt64(
      symbols[code &<< ResidualCode.maximumLength | Int(truncatingIfNeeded: word & 0x3FF)])
    let length = entry & 0xF
    let extra = entry &>> 4 & 0x1F
    let stored = low &+ extra
    // The mark of the last symbol is larger than this, too.
    guard stored < ResidualCode.escapeMark else {
      return rare(length: length, extra: extra, low: low, base: entry &>> 9)
    }
    let number = (entry &>> 9) &<< low | (word &>> length & (1 &<< stored &- 1))
    position &+= Int(truncatingIfNeeded: length &+ stored)
    scale.add(number)
    return Int64(zigzag: number)
  }

  /// Reads the bit 0 as 0, the bits 1 and 0 as 1, and two bits 1 as 2.
  @inline(__always)
  mutating func choice() -> Int {
    let word = Int(truncatingIfNeeded: word(at: position) & 3)
    let isOne = word & 1
    position &+= 1 &+ isOne
    return isOne &+ (word &>> 1 & isOne)
  }

  /// Reads a number with many stored bits, or one that no other symbol contains.
  @inline(never)
  private mutating func rare(
    length: UInt64, extra: UInt64, low: UInt64, base: UInt64
  ) -> Int64 {
    position += Int(truncatingIfNeeded: length)
    var number: UInt64
    if extra == ResidualCode.escapeMark {
      let width = wide(ResidualCode.escapeWidth) + 1
      number = wide(width)
    } else {
      number = base &<< low | wide(low &+ extra)
    }
    scale.add(number)
    return Int64(zigzag: number)
  }

  /// Reads up to 64 bits.
  private mutating func wide(_ count: UInt64) -> UInt64 {
    let lowCount = min(count, 32)
    var value = word(at: position) & (1 &<< lowCount &- 1)
    position += Int(truncatingIfNeeded: lowCount)
    if count > 32 {
      value |= (word(at: position) & (1 &<< (count - 32) &- 1)) << 32
      position += Int(truncatingIfNeeded: count - 32)
    }
    return value
  }
}
