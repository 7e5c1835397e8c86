import YobanSimulatedOS
import YobanVirtualTime

/// The world of one run of an exploration, in which the scenario adds devices, says what must hold, and
/// acts as the user.
public final class ExploredWorld: @unchecked SimulationConfined {
  public let world: World
  /// The seed of the world's random values.
  public let seed: UInt64
  var judge = Judge()

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
  /// opens an app.
  ///
  /// - Parameters:
  ///   - within: the time for which it may be false; more than zero.
  ///   - sentence: what must be true, for reports; unique in the scenario.
  ///   - holds: whether it is true now. It must not change anything.
  public func eventually(
    within: Duration, _ sentence: String, _ holds: @escaping () -> Bool
  ) {
    guard Misuse.isRight(within > .zero, "\(sentence): the time must be more than zero") else {
      return
    }
    judge.add(Property(form: .eventually(within: within), sentence: sentence, holds: holds))
  }

  /// Says what must be true now, for example at the end of the scenario.
  ///
  /// - Parameters:
  ///   - sentence: what must be true, for reports. Runs that break the same sentence have the same failure.
  ///   - holds: whether it is true.
  public func check(_ sentence: String, _ holds: Bool) {
    guard !holds else { return }
    judge.fail(RunFailure(.property(sentence), at: world.now, since: world.now))
  }

  /// Says what must be true in at least one run, so that an exploration which never gets there is not
  /// taken for a success.
  public func sometimes(_ sentence: String, _ holds: @escaping () -> Bool) {
    judge.add(Property(form: .sometimes, sentence: sentence, holds: holds))
  }
}
