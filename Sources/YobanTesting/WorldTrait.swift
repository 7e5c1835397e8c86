import Testing
import YobanSimulatedOS

/// Gives a test its own simulated world, `World.current`, and runs the test's body in virtual time.
///
/// ```swift
/// @Test(.world(seed: 7)) func `the app reconnects`() async throws {
///   let phone = try World.current.addPhone(iOS: 17)
/// }
/// ```
/// The trait can also add the devices and their apps; see `WorldPlan`.
///
/// The same seed gives the same trace. If the test fails, the trace, the HTML report and a file for
/// ui.perfetto.dev are attached to it; `swift test --attachments-path FOLDER` keeps them.
///
/// On a suite, the trait applies to each of its tests. Each argument of a test has its own world. Tests
/// may run in parallel. A test's own trait replaces the trait of its suite.
public struct WorldTrait: TestTrait, SuiteTrait, TestScoping, Equatable {
  /// The seed of all random values of the world.
  public let seed: UInt64
  /// The findings that the test must cause, in order; nil if they are not checked.
  public let findings: [Finding.Kind]?

  private let setUp: SetUp?

  private final class SetUp: Sendable {
    let steps: [@Sendable (World) throws -> Void]
    init(_ plan: WorldPlan) { steps = plan.steps }
  }

  init(
    seed: UInt64, findings: [Finding.Kind]?, _ configure: ((inout WorldPlan) -> Void)?
  ) {
    self.seed = seed
    self.findings = findings
    setUp = configure.map { configure in
      var plan = WorldPlan()
      configure(&plan)
      return SetUp(plan)
    }
  }

  public static func == (one: Self, other: Self) -> Bool {
    one.seed == other.seed && one.findings == other.findings && one.setUp === other.setUp
  }

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // The traits of the suites come before those of the test, and each of them provides a scope.
    let last = test.traits.lazy.compactMap { $0 as? Self }.last
    guard World.ofTest == nil, last == nil || last == self else { return try await function() }
    try await withoutActuallyEscaping(function) { function in
      try await runWorld(
        seed: seed, findings: findings, of: test, testCase, at: test.sourceLocation
      ) { world in
        for step in setUp?.steps ?? [] { try step(world) }
        try await function()
      }
    }
  }
}

extension Trait where Self == WorldTrait {
  /// Gives the test its own simulated world; see `WorldTrait`.
  ///
  /// - Parameters:
  ///   - seed: the seed of all random values; the same seed gives the same trace.
  ///   - findings: the findings that the test must cause, in order, such as
  ///     `[.bgtaskLeaked]`; the test fails if there are others. Advice, such as
  ///     `.bgtaskTogether`, is not among them: it is in `world.trace.advice`. Default: they are not checked.
  ///   - configure: adds the devices and apps with which the world begins. Default: none.
  public static func world(
    seed: UInt64 = 1, findings: [Finding.Kind]? = nil,
    _ configure: ((inout WorldPlan) -> Void)? = nil
  ) -> Self {
    Self(seed: seed, findings: findings, configure)
  }
}
