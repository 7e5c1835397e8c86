/// The prediction of a term by the terms that followed the same terms before, for series of few
/// different numbers, such as the steps of times that a coarse clock rounds.
///
/// Two tables know the one or two terms that most often followed the last four terms and the last
/// two. Both are addressed by hashes, so that different terms can share an entry; this only makes
/// predictions worse. The rules are in docs/chunk-format.md.
struct Recurrence {
  /// The numbers of entries of the tables for four terms and for two terms.
  static let longCount = 1024
  static let shortCount = 256
  /// The bytes of temporary memory.
  static let byteCount = (longCount + shortCount) * 4

  private let terms: UnsafePointer<Int64>
  /// The entries for four terms, then those for two.
  private let entries: UnsafeMutablePointer<UInt32>
  /// The hashes of the last four terms, eight bits each, the last one lowest.
  private var history: UInt32 = 0
  private var longIndex = 0
  private var shortIndex = longCount

  /// Uses memory that is aligned to four bytes. `terms` are those that are already known; the first
  /// one is 0.
  init(_ memory: UnsafeMutableRawPointer, terms: UnsafePointer<Int64>) {
    self.terms = terms
    entries = memory.initializeMemory(
      as: UInt32.self, repeating: 0, count: Self.longCount + Self.shortCount)
  }

  /// An entry: the rows of two terms, 10 bits each, and the trust in the first one, 0 to 3. An entry
  /// that was never used is 0, and both its rows are row 0.
  private static func first(_ entry: UInt32) -> Int { Int(truncatingIfNeeded: entry & 0x3FF) }
  private static func second(_ entry: UInt32) -> Int {
    Int(truncatingIfNeeded: entry &>> 10 & 0x3FF)
  }

  /// Takes the term of a row, which `choose` selects: choice 0 for the first candidate, 1 for the
  /// second one, and 2 for any other term. `choose` stores the term in its row.
  @inline(__always)
  mutating func advance(
    row: Int, _ choose: (_ first: Int64, _ second: Int64) -> (choice: Int, term: Int64)
  ) {
    // The table for four terms has the candidates, or the other one if that entry was never used.
    let long = entries[longIndex]
    let isUnused = Self.mask(long == 0)
    let entry = long | entries[shortIndex] & isUnused
    let index =
      longIndex ^ (longIndex ^ shortIndex) & Int(truncatingIfNeeded: Int32(bitPattern: isUnused))
    let (choice, term) = choose(terms[Self.first(entry)], terms[Self.second(entry)])
    entries[longIndex] = UInt32(truncatingIfNeeded: row) | 1 &<< 20
    entries[index] = Self.updated(entry, choice, row)

    let hash = (UInt64(bitPattern: term) &* 0x9E37_79B9_7F4A_7C15) &>> 56
    history = history &<< 8 | UInt32(truncatingIfNeeded: hash)
    longIndex = Int(truncatingIfNeeded: (history &* 0x9E37_79B1) &>> 22)
    shortIndex =
      Self.longCount &+ Int(truncatingIfNeeded: ((history & 0xFFFF) &* 0x9E37_79B1) &>> 24)
  }

  /// Computes with masks instead of branches, which would often be mispredicted.
  @inline(__always)
  private static func updated(_ entry: UInt32, _ choice: Int, _ row: Int) -> UInt32 {
    let trust = entry &>> 20
    let first = entry & 0x3FF
    let isFirst = mask(choice == 0)
    let isSecond = mask(choice == 1)
    let confirmed = entry & 0xF_FFFF | min(trust &+ 1, 3) &<< 20
    let other = isSecond & (entry &>> 10 & 0x3FF) | ~isSecond & UInt32(truncatingIfNeeded: row)
    // The other term becomes the first one when the trust is used up.
    let isUsedUp = mask(trust < 2)
    let kept = first | other &<< 10 | (trust &- 1) &<< 20
    let swapped = other | first &<< 10 | 1 &<< 20
    return isFirst & confirmed | ~isFirst & (isUsedUp & swapped | ~isUsedUp & kept)
  }

  /// All bits 1 if the condition is true, otherwise all 0.
  @inline(__always)
  private static func mask(_ condition: Bool) -> UInt32 { 0 &- (condition ? 1 : 0) }
}

extension Recurrence {
  /// Writes terms 1 to count - 1 and returns the number of bytes: one bit 0 for the first candidate,
  /// the bits 1 and 0 for the second one, and otherwise two bits 1 and the term as a residual.
  static func write(
    _ terms: UnsafePointer<Int64>, count: Int, from start: ResidualScale,
    tables memory: UnsafeMutableRawPointer, to stream: UnsafeMutableRawPointer
  ) -> Int {
    var recurrence = Recurrence(memory, terms: terms)
    return ResidualCode.tables.words.withUnsafeBufferPointer { words in
      var writer = BitWriter(stream)
      var scale = start
      for row in 1..<count {
        let term = terms[row]
        recurrence.advance(row: row) { first, second in
          if term == first {
            writer.put(0, 1)
            return (0, term)
          }
          if term == second {
            writer.put(1, 2)
            return (1, term)
          }
          writer.put(3, 2)
          ResidualCode.write(term.zigzag, &scale, words, to: &writer)
          return (2, term)
        }
      }
      return writer.finish()
    }
  }

  /// Reads the term of a row and stores it in `terms`.
  @inline(__always)
  mutating func read(
    _ reader: inout ResidualReader, row: Int, into terms: UnsafeMutablePointer<Int64>,
    _ symbols: UnsafePointer<UInt16>
  ) {
    advance(row: row) { first, second in
      let choice = reader.choice()
      var term = first ^ (first ^ second) & (0 &- Int64(choice & 1))
      if choice == 2 { term = reader.next(symbols) }
      terms[row] = term
      return (choice, term)
    }
  }
}
