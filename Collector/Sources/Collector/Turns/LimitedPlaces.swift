import Synchronization

/// A maximum number of things that are done at the same time because each of them is costly.
///
/// One token, or one link, can have at most a share of the places, so that others always find one. All programs on
/// this machine that need no token, such as a reverse proxy, together may have all of them.
final class LimitedPlaces: Sendable {
  private struct Used {
    var total = 0
    var byReader: [Reader: Int] = [:]
  }

  private let count: Int
  private let share: Int
  private let refusal: String
  private let used = Mutex(Used())

  /// - Parameters:
  ///   - share: the maximum number of places of one reader.
  ///   - refusal: what a client reads if there is no place.
  init(count: Int, share: Int, refusal: String) {
    self.count = count
    self.share = share
    self.refusal = refusal
  }

  /// Reserves a place until the returned object is no longer used; throws `.busy` if there is none.
  func reserve(for reader: Reader) throws(Problem) -> Place {
    let isFree = used.withLock { used in
      let limit = reader == .local ? count : share
      guard used.total < count, used.byReader[reader, default: 0] < limit else { return false }
      used.total += 1
      used.byReader[reader, default: 0] += 1
      return true
    }
    guard isFree else { throw Problem(.busy, refusal) }
    return Place(places: self, reader: reader)
  }

  private func release(_ reader: Reader) {
    used.withLock { used in
      used.total -= 1
      used.byReader.decrease(reader)
    }
  }

  final class Place: Sendable {
    private let places: LimitedPlaces
    private let reader: Reader

    fileprivate init(places: LimitedPlaces, reader: Reader) {
      self.places = places
      self.reader = reader
    }

    deinit { places.release(reader) }
  }
}
