import Foundation

/// The samples that the builder of a workout has collected (WK12). It has no side effects.
///
/// The system keeps the collection of a session, so that it outlives the app's process (WK14).
package final class WorkoutCollection {
  package enum Phase: Sendable, Hashable { case new, collecting, collected, over }

  /// A pause, a lap or another event, with the raw value of `HKWorkoutEventType`.
  package struct Event: Sendable, Hashable {
    package var type: Int
    package var start: Date
    package var end: Date
    package var metadata: [String: HealthValue]

    package init(type: Int, start: Date, end: Date, metadata: [String: HealthValue]) {
      (self.type, self.start, self.end, self.metadata) = (type, start, end, metadata)
    }
  }

  package var phase = Phase.new
  package var start: Date?
  package var end: Date?
  package var events: [Event] = []
  package var metadata: [String: HealthValue] = [:]
  /// In the order in which they were added.
  package private(set) var samples: [HealthSample] = []
  private var identifiers: Set<UUID> = []

  package init() {}

  /// Adds samples that do not begin before the collection, each once.
  ///
  /// - Returns: the types of what was added.
  @discardableResult package func add(_ new: [HealthSample]) -> Set<String> {
    guard phase == .collecting || phase == .collected, let start else { return [] }
    let added = new.filter { $0.start >= start && identifiers.insert($0.uuid).inserted }
    samples += added
    return Set(added.map(\.type))
  }

  /// The samples of the finished workout: those that begin before its end.
  package var finished: [HealthSample] {
    guard let end else { return [] }
    return samples.filter { $0.start <= end }
  }

  /// The sum of the finished workout's samples whose type has a prefix; nil without samples.
  package func total(_ prefix: String) -> Double? {
    let values = finished.filter { $0.type.hasPrefix(prefix) }.map(\.value)
    return values.isEmpty ? nil : values.reduce(0, +)
  }
}
