import Foundation

/// A value of a sample's metadata.
package enum HealthValue: Sendable, Hashable {
  case text(String)
  case number(Double)
  case date(Date)
}

/// A sample of health data.
public struct HealthSample: Sendable, Hashable {
  public var uuid: UUID
  /// The identifier of the type, such as `HKQuantityTypeIdentifierHeartRate`.
  public var type: String
  /// A quantity in units of SI (grams for masses), or the value of a category.
  public var value: Double
  public var start: Date
  public var end: Date
  /// The bundle identifier and the name of the app that saved it.
  public var source: String
  public var sourceName: String
  package var metadata: [String: HealthValue] = [:]
  /// The properties of the device that measured it, in the order of the initializer of `HKDevice`.
  package var device: [String?]?
  /// The seconds of a workout, without pauses.
  package var seconds: Double?
  /// The energy and the distance of a workout.
  package var joules: Double?
  package var meters: Double?
  /// The workouts to which the sample belongs (WK12).
  package var workouts: Set<UUID> = []

  package init(
    uuid: UUID, type: String, value: Double, start: Date, end: Date, source: String,
    sourceName: String
  ) {
    (self.uuid, self.type, self.value) = (uuid, type, value)
    (self.start, self.end) = (start, end)
    (self.source, self.sourceName) = (source, sourceName)
  }
}

/// The samples of one device, with the numbers of their changes, which are the anchors of queries. Pure.
struct HealthRecord: Sendable {
  struct Entry: Sendable, Equatable {
    var number: Int
    var sample: HealthSample
  }
  struct Deletion: Sendable, Equatable {
    var number: Int
    var uuid: UUID
    var type: String
  }

  private(set) var entries: [Entry] = []
  private(set) var deletions: [Deletion] = []
  /// The identifiers of the entries.
  private var identifiers: Set<UUID> = []
  /// The number of the newest change.
  private(set) var anchor = 0

  /// Adds samples, all or none.
  ///
  /// - Returns: false if a sample with one of the identifiers is there.
  mutating func add(_ samples: [HealthSample]) -> Bool {
    guard canAdd(samples) else { return false }
    for sample in samples {
      anchor += 1
      identifiers.insert(sample.uuid)
      entries.append(Entry(number: anchor, sample: sample))
    }
    return true
  }

  /// Whether each sample has an identifier of its own, which none of the record and of `others` has.
  func canAdd(_ samples: [HealthSample], beside others: [HealthSample] = []) -> Bool {
    var new = Set(others.map(\.uuid))
    return samples.allSatisfy { !identifiers.contains($0.uuid) && new.insert($0.uuid).inserted }
  }

  func contains(_ identifier: UUID) -> Bool { identifiers.contains(identifier) }

  /// Lets the samples that are there belong to a workout.
  mutating func associate(_ samples: Set<UUID>, with workout: UUID) {
    for index in entries.indices where samples.contains(entries[index].sample.uuid) {
      entries[index].sample.workouts.insert(workout)
    }
  }

  /// Deletes the samples that are there.
  ///
  /// - Returns: the types of what was deleted.
  mutating func remove(_ identifiers: Set<UUID>) -> Set<String> {
    var types: Set<String> = []
    for entry in entries where identifiers.contains(entry.sample.uuid) {
      anchor += 1
      deletions.append(
        Deletion(number: anchor, uuid: entry.sample.uuid, type: entry.sample.type))
      types.insert(entry.sample.type)
    }
    entries.removeAll { identifiers.contains($0.sample.uuid) }
    self.identifiers.subtract(identifiers)
    return types
  }
}

/// The least time between two wakes of an app for changes of a type: `HKUpdateFrequency`.
package enum HealthFrequency: Int, Sendable, Hashable {
  case immediate = 1, hourly, daily, weekly

  var seconds: Int64 {
    switch self {
    case .immediate: 0
    case .hourly: 3600
    case .daily: 24 * 3600
    case .weekly: 7 * 24 * 3600
    }
  }
}

/// The background deliveries of one app (HK2). Pure. Times are nanoseconds since the simulation began.
struct HealthDelivery: Sendable, Equatable {
  struct Subscription: Sendable, Equatable {
    /// At least this time passes between two deliveries.
    var period: Int64
    var isPending = false
    var notBefore = Int64.min
    var failures = 0
    /// The time of a wake whose update the app has not completed; nil if there is none.
    var openSince: Int64?
    /// After too many failures, nothing is delivered any more.
    var hasStopped = false
  }

  private(set) var subscriptions: [String: Subscription] = [:]

  mutating func enable(_ type: String, period: Int64) {
    subscriptions[type] = Subscription(
      period: period, notBefore: subscriptions[type]?.notBefore ?? .min)
  }

  mutating func disable(_ type: String) { subscriptions[type] = nil }
  mutating func disableAll() { subscriptions = [:] }

  mutating func changed(_ types: Set<String>) {
    for type in types where subscriptions[type]?.hasStopped == false {
      subscriptions[type]?.isPending = true
    }
  }

  /// The earliest time at which a change must be delivered; nil if there is none.
  var due: Int64? {
    subscriptions.values.filter { $0.isPending && !$0.hasStopped }.map(\.notBefore).min()
  }

  /// The types whose changes are delivered now, in alphabetical order.
  mutating func deliver(at now: Int64) -> [String] {
    let types = subscriptions.filter {
      $0.value.isPending && !$0.value.hasStopped && $0.value.notBefore <= now
    }.keys.sorted()
    for type in types {
      guard var subscription = subscriptions[type] else { continue }
      subscription.isPending = false
      subscription.openSince = now
      subscription.notBefore = now + subscription.period
      subscriptions[type] = subscription
    }
    return types
  }

  /// The app has called the completion handler of a delivery.
  mutating func completed(_ type: String) {
    subscriptions[type]?.openSince = nil
    subscriptions[type]?.failures = 0
  }

  /// The time for deliveries is over. A type that was not completed is delivered again, later and later, and after
  /// `limit` failures not any more.
  ///
  /// - Parameters:
  ///   - allowance: the time for one delivery, in nanoseconds.
  ///   - delay: the time until the second delivery, in nanoseconds; each further one doubles it.
  /// - Returns: the types that were not completed.
  mutating func timeIsOver(
    at now: Int64, allowance: Int64, limit: Int, delay: Int64
  ) -> [String] {
    let open = subscriptions.filter { type, subscription in
      subscription.openSince.map { $0 <= now - allowance } ?? false
    }.keys.sorted()
    for type in open {
      guard var subscription = subscriptions[type] else { continue }
      subscription.openSince = nil
      subscription.failures += 1
      subscription.hasStopped = subscription.failures >= limit
      subscription.isPending = !subscription.hasStopped
      let doublings = min(subscription.failures - 1, 20)
      subscription.notBefore = max(subscription.notBefore, now + delay << doublings)
      subscriptions[type] = subscription
    }
    return open
  }
}
