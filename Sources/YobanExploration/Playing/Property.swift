import YobanSimulatedOS
import YobanVirtualTime

/// A wish of the user of an app, which every run of an exploration must fulfill.
struct Property {
  enum Form: Hashable {
    /// True at every moment.
    case always
    /// Never false for longer than this while nothing disturbs the app.
    case eventually(within: Duration)
    /// True in at least one run.
    case sometimes
  }
  var form: Form
  /// Whether the time of `eventually` stops while only the user can mend what is wrong.
  var waitsForUser = true
  /// A sentence that says what holds.
  var sentence: String
  var holds: () -> Bool
}

/// Watches the properties of one run.
///
/// `always` is never excused. The time of `eventually` counts only while nothing disturbs the app: no
/// fault that lasts goes on, and each app has run again since the last fault that needs its user.
struct Judge {
  private struct Watched {
    var property: Property
    /// The first moment at which it was false, without one since then at which it was true.
    var falseSince: RunMoment?
    /// The time since when it is false and nothing disturbs the app.
    var countedSince: VirtualInstant?
  }
  private var watched: [Watched] = []
  /// The sentences of `sometimes` that were true.
  private(set) var seen: Set<String> = []
  /// The first property that did not hold.
  private(set) var failure: RunFailure?

  mutating func add(_ property: Property) { watched.append(Watched(property: property)) }

  var sentences: [(form: Property.Form, sentence: String)] {
    watched.map { ($0.property.form, $0.property.sentence) }
  }

  /// The longest time of `eventually`.
  var longestWait: Duration {
    watched.reduce(.zero) {
      if case .eventually(let within) = $1.property.form { max($0, within) } else { $0 }
    }
  }

  /// The shortest time of `eventually`; nil if there is a property that must always hold, or none.
  var shortestWait: Duration? {
    var shortest: Duration?
    for entry in watched {
      switch entry.property.form {
      case .always: return nil
      case .eventually(let within): shortest = min(shortest ?? within, within)
      case .sometimes: break
      }
    }
    return shortest
  }

  /// Whether every property of the form `eventually` holds now.
  var allHold: Bool {
    watched.allSatisfy { entry in
      if case .eventually = entry.property.form { entry.property.holds() } else { true }
    }
  }

  /// Looks at all properties.
  ///
  /// - Parameters:
  ///   - isDisturbed: whether a fault lasts, or the apps still settle after one.
  ///   - needsUser: whether only the user can mend what is wrong.
  mutating func look(at now: RunMoment, isDisturbed: Bool, needsUser: Bool = false) {
    for i in watched.indices {
      let property = watched[i].property
      if case .sometimes = property.form, seen.contains(property.sentence) { continue }
      let holds = property.holds()
      switch property.form {
      case .always:
        if !holds { fail(RunFailure(.property(property.sentence), at: now)) }
      case .sometimes:
        if holds { seen.insert(property.sentence) }
      case .eventually(let within):
        let since = watched[i].falseSince ?? now
        watched[i].falseSince = holds ? nil : since
        guard !holds, !isDisturbed, !(needsUser && property.waitsForUser) else {
          watched[i].countedSince = nil
          continue
        }
        let counted = watched[i].countedSince ?? now.instant
        watched[i].countedSince = counted
        if now.instant - counted >= within {
          fail(
            RunFailure(
              .property(property.sentence), at: now, since: since, undisturbedSince: counted))
        }
      }
    }
  }

  /// Forgets the properties. Their closures refer to the world, and often to the owner of this judge.
  mutating func end() { watched = [] }

  mutating func fail(_ failure: RunFailure) {
    if self.failure == nil { self.failure = failure }
  }
}

/// A moment of a run: its time, and its place among the events of that time.
public struct RunMoment: Sendable, Hashable, Codable {
  public var instant: VirtualInstant
  /// The number of events of the run before it.
  public var after: Int

  init(_ instant: VirtualInstant, after: Int) { (self.instant, self.after) = (instant, after) }
}

extension World {
  /// The moment at which the world is.
  var moment: RunMoment { RunMoment(now, after: trace.events.count) }
}

/// The failure of a run.
public struct RunFailure: Sendable, Hashable, Codable {
  public enum Kind: Sendable, Hashable, Codable {
    /// A property did not hold; its sentence.
    case property(String)
    /// The app crashed, or the system killed it with a code, without a fault that did it.
    case termination(String)
  }
  public var kind: Kind
  /// When the run failed.
  public var moment: RunMoment
  /// When it became wrong: the first moment at which the property was false. Equal to `moment` if it may
  /// never be false.
  public var since: RunMoment
  /// The time since when nothing disturbed the app; from there on the time of `eventually` counted.
  public var undisturbedSince: VirtualInstant

  public var instant: VirtualInstant { moment.instant }

  init(
    _ kind: Kind, at moment: RunMoment, since: RunMoment? = nil,
    undisturbedSince: VirtualInstant? = nil
  ) {
    (self.kind, self.moment, self.since) = (kind, moment, since ?? moment)
    self.undisturbedSince = undisturbedSince ?? self.since.instant
  }
}

extension RunFailure: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .property(let sentence):
      since == moment
        ? "\(instant): not so: \(sentence)"
        : "\(instant): not so since \(since.instant): \(sentence)"
    case .termination(let reason): "\(instant): the app ended: \(reason)"
    }
  }
}
