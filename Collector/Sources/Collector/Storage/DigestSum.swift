import Chunks

/// A sum of digests that does not depend on their order.
public struct DigestSum: Hashable, Sendable {
  private var lanes = SIMD4<UInt64>()

  public init() {}

  /// Whether nothing was added.
  public var isEmpty: Bool { lanes == SIMD4() }

  public mutating func add(_ bytes: [UInt8]) {
    let digest = ChunkDigest(of: bytes).bytes
    for lane in 0..<4 {
      lanes[lane] &+= digest[lane * 8..<lane * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  public static func &+= (sum: inout DigestSum, other: DigestSum) { sum.lanes &+= other.lanes }

  public var text: String { (0..<4).map { String(lanes[$0], radix: 16) }.joined(separator: "-") }

  /// Reads what `text` has returned; nil for another text.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    for (lane, part) in parts.enumerated() {
      guard let value = UInt64(part, radix: 16) else { return nil }
      lanes[lane] = value
    }
    guard self.text == text else { return nil }
  }
}
