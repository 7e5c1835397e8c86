import VirtualTime

/// A moment so many seconds after the beginning.
func at(_ seconds: Double) -> VirtualInstant {
  .start + .nanoseconds(Int64((seconds * 1e9).rounded()))
}

extension RandomStream {
  /// One of these, each as likely as the others.
  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(next(below: UInt64(choices.count)))]
  }
}

/// The seeds of tests over random sequences.
let manySeeds: Range<UInt64> = 1..<301
