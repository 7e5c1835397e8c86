import ClockOffsets
import CollectorContract

/// Exchanges that the collector does not have yet. The next uploads carry them, until one of these has arrived.
struct PendingExchanges: Hashable {
  private(set) var all: [ClockMeasurements.Exchange] = []

  /// Adds exchanges. If there are too many for one upload, those that tell least are dropped.
  mutating func add(_ exchanges: [ClockMeasurements.Exchange]) {
    for exchange in exchanges where !all.contains(exchange) {
      all.append(exchange)
      guard all.count > ClockReport.exchangesMax else { continue }
      let widest = all.indices.max { all[$0].stamps.width < all[$1].stamps.width }
      if let widest { all.remove(at: widest) }
    }
  }

  /// The collector has received these.
  mutating func arrived(_ exchanges: [ClockMeasurements.Exchange]) {
    let arrived = Set(exchanges)
    all.removeAll { arrived.contains($0) }
  }
}
