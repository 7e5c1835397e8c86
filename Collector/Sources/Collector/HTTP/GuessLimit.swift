import Foundation
import NIOCore
import Synchronization

/// Limits how often somebody may send a secret that does not exist.
///
/// A secret of 128 bits cannot be guessed at any rate. The limit keeps guesses from using the database, and holds for
/// each address from which they come; all clients of a reverse proxy have its address.
final class GuessLimit: Sendable {
  /// The wrong secrets that may come at once, and per second on average.
  private static let atOnce = 200.0
  private static let perSecond = 20.0
  /// The number of addresses from which on those that have sent nothing for some time are forgotten.
  private static let addressesMax = 10_000

  private let now: @Sendable () -> Double
  private let buckets = Mutex<[String: TokenBucket]>([:])

  /// - Parameter now: the time in seconds since any fixed time.
  init(now: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }) {
    self.now = now
  }

  /// The number of addresses that are known.
  var addressCount: Int { buckets.withLock { $0.count } }

  /// Throws `.quotaExceeded` if too many wrong secrets have come from the address of the client.
  func requireRoom(for client: String = Client.address) throws(Problem) {
    let now = now()
    // To take nothing tells whether there is room.
    let wait = buckets.withLock { $0[client]?.take(0, at: now) }
    guard let wait else { return }
    var problem = Problem(
      .quotaExceeded, "Too many wrong codes were sent from this address. Send the code again later."
    )
    problem.retryAfter = Int(min(max(wait.rounded(.up), 1), 86_400))
    throw problem
  }

  /// Counts a wrong secret.
  func count(for client: String = Client.address) {
    let now = now()
    buckets.withLock { buckets in
      if buckets.count >= Self.addressesMax, buckets[client] == nil {
        buckets = buckets.filter { !$0.value.isFull(at: now) }
        // The memory is limited; these addresses have sent much already.
        guard buckets.count < Self.addressesMax else { return }
      }
      buckets[client, default: Self.bucket(at: now)].overdraw(by: 1, at: now)
    }
  }

  private static func bucket(at now: Double) -> TokenBucket {
    TokenBucket(capacity: atOnce, perSecond: perSecond, at: now)
  }
}

extension Client {
  /// The address of the client, without its port; of IPv6 only the part that belongs to a network, because a client can
  /// choose the rest.
  static var address: String {
    guard let address = connection?.remoteAddress else { return "" }
    switch address {
    case .v6(let address):
      let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0.prefix(8)) }
      return bytes.hexadecimal
    default: return address.ipAddress ?? ""
    }
  }
}
