import Testing
import YobanExploration

/// Sets how an exploration searches, for the calls of `explore` in a test or in the tests of a suite.
///
/// ```swift
/// @Test(.exploration(runs: 500, depth: 2)) func `beats are counted again`() async throws {
///   try await explore(pulse)
/// }
/// ```
/// A test's own trait replaces the trait of its suite.
public struct ExplorationTrait: TestTrait, SuiteTrait, TestScoping {
  var settings = ExplorationSettings()

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await ExplorationSettings.$current.withValue(settings) { try await function() }
  }
}

extension Trait where Self == ExplorationTrait {
  /// Sets how an exploration searches; see `ExplorationTrait`.
  ///
  /// - Parameters:
  ///   - runs: the largest number of runs; more than 0.
  ///   - faults: the kinds of faults that may happen. Default: those that every app should survive; a
  ///     server that fails and a user who deletes the app's data must be asked for.
  ///   - depth: the largest number of faults in one run; more than 0.
  ///   - time: the real time after which the search ends.
  ///   - seed: the seed of the world without faults and of the choices of the search.
  ///   - processes: whether the runs have processes of their own, so that a trap in an app is a result.
  ///     Otherwise it ends the tests.
  public static func exploration(
    runs: Int = 2_000, faults: [FaultKind] = FaultKind.usual, depth: Int = 3,
    time: Duration = .seconds(120), seed: UInt64 = 1, processes: Bool = true
  ) -> Self {
    var trait = Self()
    trait.settings = ExplorationSettings(
      runs: max(1, runs), faults: faults, depth: max(1, depth), time: time, seed: seed,
      processes: processes)
    return trait
  }
}

/// The settings of the explorations of a test.
struct ExplorationSettings: Sendable {
  @TaskLocal static var current = ExplorationSettings()

  var runs = 2_000
  var faults = FaultKind.usual
  var depth = 3
  var time = Duration.seconds(120)
  var seed: UInt64 = 1
  var processes = true

  var explorer: Explorer {
    var explorer = Explorer()
    explorer.runsMax = runs
    explorer.kinds = faults
    explorer.depth = depth
    explorer.timeMax = time
    explorer.seed = seed
    return explorer
  }
}
