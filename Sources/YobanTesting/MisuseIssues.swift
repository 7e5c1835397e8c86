import Synchronization
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Records the mistakes of tests as issues.
enum MisuseIssues {
  /// The mistakes that the code of apps reported, by simulation. They are recorded later, because this
  /// code does not run as part of a test.
  private static let late = Mutex<[ObjectIdentifier: [String]]>([:])

  /// Records each mistake from now on: a mistake of the test's own code at once, and a mistake of an
  /// app's code at the end of its world.
  static func begin() {
    Misuse.handle { message in
      if Test.current == nil, let simulation = Simulation.current {
        late.withLock { $0[ObjectIdentifier(simulation), default: []].append(message) }
      } else {
        Issue.record(Comment(rawValue: message))
      }
    }
  }

  /// Records the mistakes that code of the world's apps reported.
  static func recordLate(of world: World) {
    let messages = late.withLock { $0.removeValue(forKey: ObjectIdentifier(world.simulation)) }
    for message in messages ?? [] { Issue.record(Comment(rawValue: message)) }
  }
}
