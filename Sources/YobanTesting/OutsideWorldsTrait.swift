import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Lets a test without a world use an app's static variables.
///
/// Worlds save and restore the static variables of an app's modules, so that every launch has its own.
/// A test that uses such variables without a world, in the same process, would see them change.
///
/// ```swift
/// @Test(.outsideWorlds()) func `the settings have defaults`() {
///   #expect(Settings.shared.interval == 60)
/// }
/// ```
/// While the test runs, no world runs code of the app, and the variables have the values that tests
/// without a world gave them. So the test must wait for all that it begins on other threads. On a suite, the
/// trait applies to each of its tests.
public struct OutsideWorldsTrait: TestTrait, SuiteTrait, TestScoping {
  /// The modules whose variables the test uses.
  public let statics: StaticVariables

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await statics.outsideSimulations { try await function() }
  }
}

extension Trait where Self == OutsideWorldsTrait {
  /// Lets the test use an app's static variables without a world; see `OutsideWorldsTrait`.
  ///
  /// - Parameter statics: the modules whose variables the test uses. Default: all that are linked into
  ///   the tests, except test targets.
  public static func outsideWorlds(_ statics: StaticVariables = .ofLinkedModules) -> Self {
    Self(statics: statics)
  }
}
