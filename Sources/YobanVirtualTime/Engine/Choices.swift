/// A decision that a system may take in several ways, such as the time of a launch or the order of two
/// events.
public struct ChoiceKind: Sendable, Hashable, Codable {
  /// The name in schedules, such as `grace`. It does not change, because people keep schedules.
  public var name: String
  /// The rest of a sentence that begins with the subject, and that a value follows: `may run after it
  /// enters the background for`. Empty if there are `outcomes`.
  public var words: String
  /// For each value from 0 on, the rest of a sentence that begins with the subject; empty for times and other
  /// numbers.
  public var outcomes: [String] = []
  /// The code of the rule, such as `FT10`, or the option of the fact, such as `jobs.usageDelay`, that
  /// gives the range.
  public var basis: String
  /// Whether values are times in milliseconds.
  public var isTime: Bool

  public init(_ name: String, _ words: String, basis: String, isTime: Bool = true) {
    (self.name, self.words, self.basis, self.isTime) = (name, words, basis, isTime)
  }

  /// A decision between outcomes; its values are their places in the list.
  public init(_ name: String, outcomes: [String], basis: String) {
    self.init(name, "", basis: basis, isTime: false)
    self.outcomes = outcomes
  }

  /// The process that comes first when events of several processes are due at one instant.
  public static let order = ChoiceKind(
    "order",
    "comes first when events of several processes are due at one instant, by its place among them:",
    basis: "TM4", isTime: false)
}

/// One decision of a run: the one of that name for the subject with that number.
public struct ChoicePlace: Sendable, Hashable, Codable {
  /// The name of the decision.
  public var name: String
  /// An app, such as `phone/Pulse`, a device, or an accessory.
  public var subject: String
  /// The decision's number, from 1 on.
  public var number: Int

  public init(_ name: String, of subject: String, number: Int = 1) {
    (self.name, self.subject, self.number) = (name, subject, number)
  }
}

/// A decision that was taken in a run.
public struct Choice: Sendable, Hashable, Codable {
  public var place: ChoicePlace
  public var kind: ChoiceKind
  public var instant: VirtualInstant
  /// The values that the rules allow.
  public var range: ClosedRange<Int64>
  /// The value without an override.
  public var standard: Int64
  /// The value that was taken.
  public var value: Int64

  public init(
    _ place: ChoicePlace, _ kind: ChoiceKind, at instant: VirtualInstant,
    in range: ClosedRange<Int64>, standard: Int64, value: Int64
  ) {
    (self.place, self.kind, self.instant, self.range) = (place, kind, instant, range)
    (self.standard, self.value) = (standard, value)
  }
}

/// The decisions of the systems of a simulation. Without overrides each is as it always was; an
/// override replaces one of them by another value that the rules allow.
public final class Choices {
  /// Replaces the values of decisions. Set it before the simulation runs. A value outside of the range
  /// becomes the nearest one in it.
  public var overrides: [ChoicePlace: Int64] = [:]
  /// The number of decisions that are noted for each name and subject. Default: none.
  public var notedMax = 0
  /// The noted decisions, in the order in which they were taken.
  public private(set) var noted: [Choice] = []
  private var counts: [ChoicePlace: Int] = [:]
  private unowned let simulation: Simulation

  init(_ simulation: Simulation) { self.simulation = simulation }

  /// Whether decisions are noted or overridden.
  @inline(__always)
  public var isActive: Bool { notedMax > 0 || !overrides.isEmpty }

  /// Ends the notes and the overrides: all later decisions are the usual ones.
  public func stop() { (notedMax, overrides) = (0, [:]) }

  /// Takes a decision.
  ///
  /// - Parameters:
  ///   - range: the values that the rules allow.
  ///   - standard: the value without an override.
  public func choose(
    _ kind: ChoiceKind, of subject: String, in range: ClosedRange<Int64>, default standard: Int64
  ) -> Int64 {
    guard isActive, range.lowerBound < range.upperBound else { return standard }
    var place = ChoicePlace(kind.name, of: subject, number: 0)
    let number = counts[place, default: 0] + 1
    counts[place] = number
    place.number = number
    let value = overrides[place].map { min(max($0, range.lowerBound), range.upperBound) }
    if number <= notedMax {
      noted.append(
        Choice(
          place, kind, at: simulation.now, in: range, standard: standard, value: value ?? standard))
    }
    return value ?? standard
  }

  /// Takes a decision about a time, in whole milliseconds if it is overridden.
  public func choose(
    _ kind: ChoiceKind, of subject: String, in range: ClosedRange<Duration>,
    default standard: Duration
  ) -> Duration {
    guard isActive else { return standard }
    let million: Int64 = 1_000_000
    let lower = (range.lowerBound.nanoseconds + million - 1) / million
    let upper = range.upperBound.nanoseconds / million
    guard lower < upper else { return standard }
    let usual = standard.nanoseconds / million
    let value = choose(kind, of: subject, in: lower...upper, default: usual)
    return value == usual ? standard : .milliseconds(value)
  }

  /// Takes a decision between yes and no.
  public func choose(_ kind: ChoiceKind, of subject: String, default standard: Bool) -> Bool {
    choose(kind, of: subject, in: 0...1, default: standard ? 1 : 0) == 1
  }
}

extension Simulation {
  /// Decides which process comes first at an instant that begins now: the events of each process stay in
  /// their order, and those of the chosen process come before the others.
  func chooseFirst(at deadline: Int64) {
    preferred = nil
    guard timers.hasSeveral(at: deadline) else { return }
    let due = timers.processes(at: deadline)
    guard due.count > 1 else { return }
    let names = due.map { String($0.name.prefix { $0 != "#" }) }
    let first = choices.choose(
      .order, of: names.sorted().joined(separator: " and "), in: 0...Int64(due.count - 1),
      default: 0)
    if first > 0 { preferred = due[Int(first)] }
  }
}
