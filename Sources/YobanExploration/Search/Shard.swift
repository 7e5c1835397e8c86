/// One of several equal parts of a search, so that several machines can share it. The text is `3/16`.
public struct Shard: Sendable, Hashable, Codable, LosslessStringConvertible {
  /// From 1 to `count`.
  public let number: Int
  /// From 1 to 10,000.
  public let count: Int

  public static let whole = Shard(1, of: 1)!

  /// Returns nil if there is no such part.
  public init?(_ number: Int, of count: Int) {
    guard (1...10_000).contains(count), (1...count).contains(number) else { return nil }
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

  /// Whether the part contains the element with this index.
  func contains(_ index: Int) -> Bool { index % count == number - 1 }
}
