import Synchronization

/// A maximum number of things that are done at the same time because each of them is costly.
final class LimitedPlaces: Sendable {
  private let count: Int
  private let refusal: String
  private let used = Mutex(0)

  /// - Parameter refusal: what a client reads if there is no place.
  init(count: Int, refusal: String) {
    self.count = count
    self.refusal = refusal
  }

  /// Reserves a place until the returned object is no longer used; throws `.busy` if there is none.
  func reserve() throws(Problem) -> Place {
    let isFree = used.withLock { used in
      guard used < count else { return false }
      used += 1
      return true
    }
    guard isFree else { throw Problem(.busy, refusal) }
    return Place(places: self)
  }

  final class Place: Sendable {
    private let places: LimitedPlaces

    fileprivate init(places: LimitedPlaces) { self.places = places }

    deinit { places.used.withLock { $0 -= 1 } }
  }
}
