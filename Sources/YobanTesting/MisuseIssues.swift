import SimulatedOS
import Synchronization
import Testing
import VirtualTime

/// Records the mistakes of tests as issues.
enum MisuseIssues {
  /// The mistakes that code of an app reported, by simulation. That code has no current test.
  private static let late = Mutex<[ObjectIdentifier: [String]]>([:])

  /// Records each mistake from now on: at once in the test's own code, and at the end of its world in
  /// the code of an app.
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
