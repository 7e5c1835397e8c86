import Synchronization

/// The numbers of signposts: counted in each simulated process, and in the host's, from 1.
enum SignpostNumbers {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 {
    let number = nextSignpostNumber()
    return number > 0 ? number : last.add(1, ordering: .relaxed).newValue
  }
}
