/// One of several equal parts of a search, so that several machines can share it. The text is `3/16`.
public struct Shard: Sendable, Hashable, Codable, LosslessStringConvertible {
  /// From 1 to `count`.
  public let number: Int
  public let count: Int

  public static let whole = Shard(1, of: 1)!

  /// Returns nil if there is no such part.
  public init?(_ number: Int, of count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }

  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(number, of: count)
  }

  public var description: String { "\(number)/\(count)" }

  /// The number that the run of this part with a number, from 1, has among the runs of all parts, which take turns.
  func number(ofWhole number: Int) -> Int {
    let (product, overflow) = max(0, number - 1).multipliedReportingOverflow(by: count)
    let (sum, overflows) = product.addingReportingOverflow(self.number)
    return overflow || overflows ? .max : sum
  }

  /// Whether the part contains the element with this index.
  func contains(_ index: Int) -> Bool { index % count == number - 1 }
}
