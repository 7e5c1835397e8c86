import Synchronization
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Runs a part of a test in its own simulated world, as the trait `.world()` does for a whole test.
///
/// Use it in a test whose seed is an argument, or in a test that needs several worlds, one after the
/// other:
///
/// ```swift
/// @Test(arguments: 1...100) func `the app reconnects`(seed: UInt64) async throws {
///   try await withWorld(seed: seed) { world in
///     let phone = try world.addPhone(iOS: 17)
///   }
/// }
/// ```
///
/// - Parameters:
///   - seed: the seed of all random values; the same seed gives the same trace.
///   - findings: the findings that the body must cause, in order. Default: they are not
///     checked.
///   - sourceLocation: the place of the call; use the default.
///   - body: code that runs in virtual time, with this world as `World.current`.
/// - Returns: the result of the body.
/// - Throws: `WorldInWorld`, or an error of the body.
@discardableResult
public func withWorld<Result: Sendable>(
  seed: UInt64 = 1, findings: [Finding.Kind]? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (World) async throws -> Result
) async throws -> Result {
  guard World.ofTest == nil else { throw WorldInWorld() }
  return try await runWorld(
    seed: seed, findings: findings, of: Test.current, Test.Case.current, at: sourceLocation, body)
}

/// Runs a body in its own world, and attaches the files that explain a failure.
func runWorld<Result: Sendable>(
  seed: UInt64, findings: [Finding.Kind]?, of test: Test?, _ testCase: Test.Case?,
  at place: SourceLocation,
  _ body: @escaping @Sendable (World) async throws -> Result
) async throws -> Result {
  MisuseIssues.begin()
  if let problem = LibraryNames.problem {
    Issue.record("\(problem). \(LibraryNames.remedy)", sourceLocation: place)
  }
  let world = try World(seed: seed)
  let hasFailed = Mutex(false)
  let result = Mutex<Result?>(nil)
  let run: @Sendable () async throws -> Void = {
    defer { MisuseIssues.recordLate(of: world) }
    let value = try await World.$ofTest.withValue(world) {
      try await world.run { try await body(world) }
    }
    result.withLock { $0 = value }
    if let findings {
      #expect(world.findings.are(findings), sourceLocation: place)
    }
  }
  func attachReports() {
    guard let test else { return }
    if let file = FindingsFile(of: world, title: test.name) {
      Attachment.record(file.text, named: file.name)
    }
    guard hasFailed.withLock(\.self) else { return }
    for file in FailureFiles.files(of: world, title: test.name, seed: seed) {
      Attachment.record(file.text, named: file.name)
    }
  }
  do {
    if let test {
      try await IssueHandlingTrait.compactMapIssues { issue in
        hasFailed.withLock { $0 = true }
        return issue
      }
      .provideScope(for: test, testCase: testCase, performing: run)
    } else {
      try await run()
    }
  } catch {
    hasFailed.withLock { $0 = true }
    attachReports()
    throw error
  }
  attachReports()
  return result.withLock(\.self)!
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

/// An error: a test without a world uses `World.current`.
public struct NoWorld: Error, Hashable, CustomStringConvertible {
  public var description: String {
    "This test has no world: add the trait .world() to it or to its suite, as in @Test(.world())."
  }
}

/// An error: `withWorld` was called in a test that already has a world.
public struct WorldInWorld: Error, Hashable, CustomStringConvertible {
  public var description: String {
    "A world cannot run inside a world: remove the trait .world(), or use World.current instead of withWorld."
  }
}
