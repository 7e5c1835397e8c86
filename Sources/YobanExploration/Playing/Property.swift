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
  /// A sentence that says what holds.
  var sentence: String
  var holds: () -> Bool
}

/// Watches the properties of one run.
///
/// `always` is never excused. The time of `eventually` counts only while nothing disturbs the app: no
/// fault that lasts goes on, and the user has opened the app since the last fault that needs it.
struct Judge {
  private struct Watched {
    var property: Property
    var falseSince: VirtualInstant?
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
  mutating func look(at now: VirtualInstant, isDisturbed: Bool) {
    for i in watched.indices {
      let property = watched[i].property
      if case .sometimes = property.form, seen.contains(property.sentence) { continue }
      let holds = property.holds()
      switch property.form {
      case .always:
        if !holds { fail(RunFailure(.property(property.sentence), at: now, since: now)) }
      case .sometimes:
        if holds { seen.insert(property.sentence) }
      case .eventually(let within):
        guard !holds, !isDisturbed else {
          watched[i].falseSince = nil
          continue
        }
        let since = watched[i].falseSince ?? now
        watched[i].falseSince = since
        if now - since >= within {
          fail(RunFailure(.property(property.sentence), at: now, since: since))
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

/// The failure of a run.
public struct RunFailure: Sendable, Hashable, Codable {
  public enum Kind: Sendable, Hashable, Codable {
    /// A property did not hold; its sentence.
    case property(String)
    /// The app crashed, or the system killed it with a code, without a fault that did it.
    case termination(String)
  }
  public var kind: Kind
  public var instant: VirtualInstant
  /// The time from which on it was wrong.
  public var since: VirtualInstant

  init(_ kind: Kind, at instant: VirtualInstant, since: VirtualInstant) {
    (self.kind, self.instant, self.since) = (kind, instant, since)
  }
}

extension RunFailure: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .property(let sentence):
      since == instant
        ? "\(instant): not so: \(sentence)" : "\(instant): not so since \(since): \(sentence)"
    case .termination(let reason): "\(instant): the app ended: \(reason)"
    }
  }
}
