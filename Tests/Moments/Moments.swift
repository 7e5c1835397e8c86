import YobanVirtualTime

/// The moment this many seconds after the beginning.
package func at(_ seconds: Double) -> VirtualInstant {
  .start + .nanoseconds(Int64((seconds * 1e9).rounded()))
}

extension RandomStream {
  /// One of these, all equally likely.
  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(next(below: UInt64(choices.count)))]
  }
}

/// The seeds for tests of random sequences.
package let manySeeds: Range<UInt64> = 1..<301
