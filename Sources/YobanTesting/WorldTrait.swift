import SimulatedOS
import Synchronization
import Testing

/// Gives a test a simulated world of its own, `World.current`, and runs the test's body in virtual time.
///
/// ```swift
/// @Test(.world(seed: 7)) func `the app reconnects`() async throws {
///   let phone = try World.current.addPhone(iOS: 17)
/// }
/// ```
/// The same seed gives the same trace. If the test fails, the trace, the HTML report and a file for
/// ui.perfetto.dev are attached to it; `swift test --attachments-path FOLDER` keeps them.
///
/// On a suite it applies to each of its tests, each argument of a test has a world of its own, and tests
/// may run side by side.
public struct WorldTrait: TestTrait, SuiteTrait, TestScoping {
  /// The root of every random draw of the world.
  public let seed: UInt64

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let world = try World(seed: seed)
    let hasFailed = Mutex(false)
    do {
      try await withoutActuallyEscaping(function) { function in
        try await IssueHandlingTrait.compactMapIssues { issue in
          hasFailed.withLock { $0 = true }
          return issue
        }
        .provideScope(for: test, testCase: testCase) {
          try await World.$ofTest.withValue(world) { try await world.run { try await function() } }
        }
      }
    } catch {
      attachReports(of: world, of: test)
      throw error
    }
    if hasFailed.withLock(\.self) { attachReports(of: world, of: test) }
  }

  private func attachReports(of world: World, of test: Test) {
    for file in FailureFiles.files(of: world, title: test.name, seed: seed) {
      Attachment.record(file.text, named: file.name)
    }
  }
}

extension Trait where Self == WorldTrait {
  /// Gives the test a simulated world of its own; see `WorldTrait`.
  ///
  /// - Parameter seed: the root of every random draw; the same seed gives the same trace.
  public static func world(seed: UInt64 = 1) -> Self { Self(seed: seed) }
}

extension World {
  @TaskLocal static var ofTest: World?

  /// The world of the test that is running.
  ///
  /// - Throws: `NoWorld` in a test without the trait `.world()`.
  public static var current: World {
    get throws(NoWorld) {
      guard let world = ofTest else { throw NoWorld() }
      return world
    }
  }
}

/// A test asked for its world and has none.
public struct NoWorld: Error, Hashable, CustomStringConvertible {
  public var description: String {
    "This test has no world: add the trait .world() to it or to its suite, as in @Test(.world())."
  }
}
