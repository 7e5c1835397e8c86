import YobanSimulatedOS
import YobanVirtualTime

/// The world of one run of an exploration, in which the scenario adds devices, says what must hold, and
/// acts as the user.
public final class ExploredWorld: @unchecked SimulationConfined {
  public let world: World
  /// The seed of the world's random values.
  public let seed: UInt64
  var judge = Judge()
  /// Called when a check has failed.
  var onFailure: () -> Void = {}

  init(seed: UInt64) throws {
    self.seed = seed
    world = try World(seed: seed)
  }

  /// Says what must be true at every moment, whatever happens. It is evaluated after each event, outside
  /// of the apps.
  ///
  /// - Parameters:
  ///   - sentence: what must be true, for reports; unique in the scenario.
  ///   - holds: whether it is true now. It must not change anything.
  public func always(_ sentence: String, _ holds: @escaping () -> Bool) {
    judge.add(Property(form: .always, sentence: sentence, holds: holds))
  }

  /// Says what must become true again within a time, whatever made it false.
  ///
  /// The time counts while nothing disturbs the app: it stops during a fault that lasts, such as Bluetooth
  /// that is off, and after a fault that only the user can mend, such as a force-quit, until the user
  /// opens the app or the system launches it.
  ///
  /// - Parameters:
  ///   - within: the time for which it may be false; more than zero.
  ///   - isWithoutUser: whether the time also counts while only the user could mend it, for example after a
  ///     force-quit. Default: false.
  ///   - sentence: what must be true, for reports; unique in the scenario.
  ///   - holds: whether it is true now. It must not change anything.
  public func eventually(
    within: Duration, withoutUser isWithoutUser: Bool = false, _ sentence: String,
    _ holds: @escaping () -> Bool
  ) {
    guard Misuse.isRight(within > .zero, "\(sentence): the time must be more than zero") else {
      return
    }
    judge.add(
      Property(
        form: .eventually(within: within), waitsForUser: !isWithoutUser, sentence: sentence,
        holds: holds))
  }

  /// Says that something happens exactly once, whatever happens: never twice, and once within a time.
  ///
  /// ```swift
  /// run.exactlyOnce(within: .minutes(30), "the recording is on the server") {
  ///   server.requests.count { $0.method == "PUT" && $0.url.hasSuffix("/recordings/42") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - within: the time until it has happened. It counts as that of `eventually`.
  ///   - sentence: what happens, for reports; unique in the scenario.
  ///   - count: how many times it has happened until now. It must not change anything.
  public func exactlyOnce(
    within: Duration, _ sentence: String, _ count: @escaping () -> Int
  ) {
    always("\(sentence), not more than once") { count() <= 1 }
    eventually(within: within, "\(sentence), once") { count() > 0 }
  }

  /// Says what must be true now, for example at the end of the scenario.
  ///
  /// - Parameters:
  ///   - sentence: what must be true, for reports. Runs that break the same sentence have the same failure.
  ///   - holds: whether it is true.
  public func check(_ sentence: String, _ holds: Bool) {
    guard !holds else { return }
    judge.fail(RunFailure(.property(sentence), at: world.moment))
    onFailure()
  }

  /// Says what must be true in at least one run, so that an exploration which never gets there is not
  /// taken for a success.
  public func sometimes(_ sentence: String, _ holds: @escaping () -> Bool) {
    judge.add(Property(form: .sometimes, sentence: sentence, holds: holds))
  }
}
