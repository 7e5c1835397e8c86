import Foundation

/// A source of random numbers.
public final class SecRandom: Sendable {
  fileprivate init() {}
}

public typealias SecRandomRef = SecRandom

/// The random stream of the simulated process; outside of a simulation, that of the host.
public let kSecRandomDefault = SecRandom()

/// Fills memory with random bytes.
///
/// - Returns: `errSecSuccess`; `errSecParam` if the count is negative.
public func SecRandomCopyBytes(
  _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
  guard count >= 0 else { return errSecParam }
  arc4random_buf(bytes, count)
  return errSecSuccess
}
