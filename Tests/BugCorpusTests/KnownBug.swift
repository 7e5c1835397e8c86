import YobanTesting

/// One of the two forms of an app of the corpus.
enum Variant: String, Sendable, CaseIterable, CustomStringConvertible {
  /// The app with the bug.
  case faulty
  /// The same app without it.
  case mended

  var description: String { rawValue }
}

/// A bug that somebody described in public: a small app that has it, the world in which the app
/// lives, and what its user wants.
///
/// The app is written for this corpus. It shows the pattern of the bug and nothing else of the app
/// of the thread.
struct KnownBug: Sendable {
  /// A short name for the app in traces.
  let name: String
  /// The public thread that describes the bug.
  let thread: String
  /// A part of the line from which a reader of the story sees what the app does wrong; nil if no search finds the bug.
  let clue: String?
  /// The wish of the user. The faulty app breaks it in some stories, the mended app in none.
  let property: Property
  /// Creates the devices, accessories and servers, and installs the app.
  let build: @Sendable (World, Variant) throws -> Stage
  /// The actions of the user and the events around the devices when nothing goes wrong. The
  /// property holds for both variants. It waits for nothing that a fault can prevent, so that it
  /// also ends when something goes wrong.
  let scenario: @Sendable (Stage) async throws -> Void
}

/// A wish of the user of an app, as a function of the state of the world.
struct Property: Sendable {
  /// A sentence for failures.
  let sentence: String
  /// The time for which the property may be false without a break; zero: never.
  let patience: Duration
  /// Whether it is true now. It is also true while nobody can expect it, for example while the
  /// accessory of the app is switched off.
  let holds: @Sendable (Stage) -> Bool

  /// A property that is true at every moment.
  static func always(
    _ sentence: String, _ holds: @escaping @Sendable (Stage) -> Bool
  ) -> Property {
    Property(sentence: sentence, patience: .zero, holds: holds)
  }

  /// A property that becomes true again within a time, whatever made it false.
  static func eventually(
    within patience: Duration, _ sentence: String, _ holds: @escaping @Sendable (Stage) -> Bool
  ) -> Property {
    Property(sentence: sentence, patience: patience, holds: holds)
  }
}

/// The devices, accessories and servers of a scenario.
struct Stage: Sendable {
  let world: World
  /// The iPhone; nil in an entry about Android, of which no closure uses it.
  let phone: Phone!
  var android: AndroidPhone?
  /// The app of the entry, on the iPhone or the Android phone.
  let app: InstalledApp
  /// The accessory of the app, or the other person of a scan.
  var accessory: Accessory?
  /// Whether a central is subscribed to the accessory.
  var subscription: Subscription?
  var server: ScriptedServer?
  var watch: Watch?
  var watchApp: InstalledApp?

  init(
    world: World, phone: Phone, app: InstalledApp, accessory: Accessory? = nil,
    subscription: Subscription? = nil, server: ScriptedServer? = nil, watch: Watch? = nil,
    watchApp: InstalledApp? = nil
  ) {
    (self.world, self.phone, self.app) = (world, phone, app)
    (self.accessory, self.subscription, self.server) = (accessory, subscription, server)
    (self.watch, self.watchApp) = (watch, watchApp)
  }

  init(world: World, android: AndroidPhone, app: InstalledApp) {
    (self.world, phone, self.android, self.app) = (world, nil, android, app)
  }
}

extension Stage {
  /// Lets time pass until a condition is true, or until the time is over.
  func pass(atMost longest: Duration, until condition: () -> Bool) async throws {
    let deadline = world.now + longest
    while !condition(), world.now < deadline { try await world.pass(.milliseconds(100)) }
  }

  /// Whether the system has killed the app.
  var wasKilled: Bool {
    app.terminations.contains { if case .killed = $0 { true } else { false } }
  }

  /// Whether the app has crashed.
  var hasCrashed: Bool {
    app.terminations.contains { if case .crash = $0 { true } else { false } }
  }

  /// Whether the phone is up and has a network that is fast enough for a task of the background.
  var isOnline: Bool {
    phone.isUp && phone.network.path != .offline && phone.network.latency < .seconds(10)
  }
}
