/// The prefix codes of residuals; the tables are in docs/chunk-format.md.
///
/// A residual is a signed number, mapped to u: 2n, or -2n - 1 if it is negative. The low bits of u
/// are stored as they are, the others with one of eight prefix codes. The code and the number of
/// low bits depend on a running mean of u, its scale.
enum ResidualCode {
  /// The longest code word.
  static let maximumLength = 10
  /// The number of prefix codes.
  static let codeCount = 8
  /// The number of bits with the length of a number that no symbol contains.
  static let escapeWidth: UInt64 = 6
  /// The most bits of one residual.
  static let maximumBits = maximumLength + 6 + 64

  /// The numbers that one symbol stands for: `base`, and all that follow with `extra` more bits.
  struct Symbol: Sendable {
    let base: UInt64
    let extra: UInt64
  }

  /// All symbols except the last one, which announces a number of any size.
  static let symbols: [Symbol] = {
    var symbols: [Symbol] = []
    var base: UInt64 = 0
    for (count, extra) in [(16, 0), (4, 1), (4, 2), (3, 3), (2, 5)] as [(Int, UInt64)] {
      for _ in 0..<count {
        symbols.append(Symbol(base: base, extra: extra))
        base += 1 << extra
      }
    }
    return symbols
  }()

  /// The smallest number that needs the last symbol: 128.
  static let escapeBase = symbols.last!.base + 1 << symbols.last!.extra

  /// The length of every symbol's code word, for each of the codes.
  static let lengths: [[UInt8]] = [
    [1, 3, 2, 5, 4, 8, 8, 10, 9] + tens(21),
    [1, 2, 3, 5, 5, 6, 6, 8, 8, 9, 9, 9] + tens(18),
    [2, 3, 2, 3, 3, 5, 5, 6, 6, 8, 8, 8, 9, 10, 9] + tens(15),
    [2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8, 7, 8, 8, 9, 8, 9] + tens(12),
    [3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9, 8, 9] + tens(8),
    [3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 7, 8, 7, 8] + tens(8),
    [3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 7, 7, 8, 8, 9] + tens(6),
    [3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 5, 5, 6, 7, 6, 7, 8, 9, 8, 9] + tens(4),
  ]

  private static func tens(_ count: Int) -> [UInt8] { [UInt8](repeating: 10, count: count) }

  /// The tables of the encoder and of the decoder.
  struct Tables: Sendable {
    /// For each code and each number below `escapeBase`, and for `escapeBase` itself: the code word
    /// in the upper bits, then eight bits with the extra bits and eight with the length.
    let words: [UInt32]
    /// For each code and each value of the next ten bits: the base in the upper seven bits, then
    /// five with the number of extra bits, and four with the length of the code word.
    let symbols: [UInt16]
  }

  /// The number of entries of `Tables.words` for one code.
  static let wordStride = Int(truncatingIfNeeded: escapeBase) + 1
  /// The number of extra bits in the table of the decoder that stands for the last symbol.
  static let escapeMark: UInt64 = 31

  static let tables: Tables = {
    var words = [UInt32](repeating: 0, count: codeCount * wordStride)
    var decoded = [UInt16](repeating: 0, count: codeCount << maximumLength)
    for code in 0..<codeCount {
      for (symbol, word) in canonicalWords(lengths[code]).enumerated() {
        let length = lengths[code][symbol]
        let isEscape = symbol == symbols.count
        let base = isEscape ? escapeBase : symbols[symbol].base
        let extra = isEscape ? 0 : symbols[symbol].extra
        for number in base..<base + 1 << extra {
          words[code * wordStride + Int(truncatingIfNeeded: number)] =
            UInt32(word) << 16 | UInt32(extra) << 8 | UInt32(length)
        }
        let entry =
          isEscape
          ? UInt16(escapeMark) << 4 | UInt16(length)
          : UInt16(base) << 9 | UInt16(extra) << 4 | UInt16(length)
        for index in stride(from: Int(word), to: 1 << maximumLength, by: 1 << Int(length)) {
          decoded[code << maximumLength | index] = entry
        }
      }
    }
    return Tables(words: words, symbols: decoded)
  }()

  /// Returns the code words of the lengths, with the first bit lowest: shorter ones first, and those
  /// of one length in the order of their symbols.
  private static func canonicalWords(_ lengths: [UInt8]) -> [UInt16] {
    var words = [UInt16](repeating: 0, count: lengths.count)
    var next: UInt16 = 0
    for length in 1...UInt8(maximumLength) {
      for symbol in lengths.indices where lengths[symbol] == length {
        words[symbol] = reversed(next, count: length)
        next += 1
      }
      next <<= 1
    }
    return words
  }

  private static func reversed(_ word: UInt16, count: UInt8) -> UInt16 {
    var result: UInt16 = 0
    for bit in 0..<count where word >> bit & 1 == 1 { result |= 1 << (count - 1 - bit) }
    return result
  }
}
