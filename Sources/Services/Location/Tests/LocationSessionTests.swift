import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanLocation

@Suite struct LocationSessionTests {
  private static let endurance = Duration.seconds(1800)
  /// When a session is asked does not matter if it has an endurance.
  private static let anyTime = at(5000)

  /// A session that keeps its app running for as long as possible, with one change.
  private static func session(
    iOS version: SystemVersion = 17, startedInForeground: Bool = true,
    _ change: (inout LocationRequest) -> Void = { _ in }
  ) -> LocationSession {
    var session = LocationSession(policy: LocationPolicy(iOS: version))
    session.request.allowsBackgroundUpdates = true
    session.request.pausesAutomatically = false
    change(&session.request)
    session.start(inForeground: startedInForeground, endurance: endurance, at: at(100))
    return session
  }

  private static let allowed = LocationSession.App(hasBackgroundMode: true, authorization: .always)

  struct Row: Sendable, CustomTestStringConvertible {
    var rule: String
    var keeps: Bool
    var iOS: SystemVersion = 17
    var hasMode = true
    var allows = true
    var authorization = LocationAuthorization.always
    var startedInForeground = true
    var filter = -1.0
    var accuracy = -1.0
    var monitorsChanges = true
    var testDescription: String { "\(rule): \(self.keeps)" }
  }

  static let rows: [Row] = [
    .init(rule: "LOC1", keeps: true),
    .init(rule: "LOC1", keeps: false, hasMode: false),
    .init(rule: "LOC1", keeps: false, allows: false),
    .init(rule: "LOC1", keeps: false, authorization: .notDetermined),
    .init(rule: "LOC1", keeps: false, authorization: .denied),
    .init(rule: "LOC1", keeps: false, authorization: .restricted),
    .init(rule: "LOC2", keeps: true, authorization: .whenInUse),
    .init(rule: "LOC2", keeps: false, authorization: .whenInUse, startedInForeground: false),
    .init(rule: "LOC2", keeps: true, authorization: .always, startedInForeground: false),
    .init(rule: "LOC4", keeps: false, iOS: 16.4, filter: 10),
    .init(rule: "LOC4", keeps: true, iOS: 16.3, filter: 10),
    .init(rule: "LOC4", keeps: true, iOS: 16.4, filter: 10, monitorsChanges: false),
    .init(rule: "LOC4", keeps: true, iOS: 26, accuracy: 3000, monitorsChanges: false),
    .init(rule: "LOC4", keeps: false, iOS: 16.4, filter: 0),
    .init(rule: "LOC4", keeps: true, iOS: 16.4, accuracy: 100),
    .init(rule: "LOC4", keeps: false, iOS: 16.4, accuracy: 1000),
    .init(rule: "LOC4", keeps: true, iOS: 16.3, accuracy: 3000),
    .init(rule: "LOC4", keeps: false, iOS: 26, accuracy: 3000),
    .init(rule: "LOC4", keeps: true, iOS: 7.1, filter: 3000, accuracy: 3000),
  ]

  @Test(arguments: rows)
  func `updates keep an app in background running only under certain conditions`(_ row: Row) {
    let session = Self.session(iOS: row.iOS, startedInForeground: row.startedInForeground) {
      request in
      request.allowsBackgroundUpdates = row.allows
      request.distanceFilter = row.filter
      request.desiredAccuracy = row.accuracy
    }
    let app = LocationSession.App(
      hasBackgroundMode: row.hasMode, authorization: row.authorization,
      monitorsChanges: row.monitorsChanges)
    #expect(
      session.keepsRunning(app, at: Self.anyTime) == (row.keeps ? at(100) + Self.endurance : nil))
  }

  @Test func `a session that was not started, or was stopped, keeps no app running`() {
    var session = LocationSession(policy: LocationPolicy(iOS: 17))
    session.request.allowsBackgroundUpdates = true
    #expect(session.keepsRunning(Self.allowed, at: Self.anyTime) == nil)
    session = Self.session()
    session.stop()
    #expect(session.keepsRunning(Self.allowed, at: Self.anyTime) == nil)
    #expect(session.state == .idle)
  }

  // MARK: Automatic pauses (LOC3)

  @Test func `updates are paused automatically unless the app forbids it (LOC3)`() {
    var session = Self.session { $0.pausesAutomatically = true }
    let forbidden = Self.session()
    #expect(LocationRequest().pausesAutomatically)  // The default.
    #expect(session.pauseIfStill() == true)
    #expect(session.state == .paused)
    #expect(session.keepsRunning(Self.allowed, at: Self.anyTime) == nil)
    #expect(session.pauseIfStill() == false)  // Pauses only once.
    var other = forbidden
    #expect(other.pauseIfStill() == false)
    #expect(other.state == forbidden.state)
    var idle = LocationSession(policy: LocationPolicy(iOS: 17))
    #expect(idle.pauseIfStill() == false)
    #expect(idle.state == .idle)
  }

  @Test
  func `paused updates resume in foreground or with a new start, not with a renewed task (LOC3)`() {
    var session = Self.session { $0.pausesAutomatically = true }
    _ = session.pauseIfStill()
    session.renew(at: at(200))
    #expect(session.state == .paused && session.keepsRunning(Self.allowed, at: Self.anyTime) == nil)
    var started = session
    started.start(inForeground: false, endurance: Self.endurance, at: at(300))
    #expect(started.keepsRunning(Self.allowed, at: Self.anyTime) == at(300) + Self.endurance)
    session.enterForeground(at: at(400))
    #expect(session.state == .updating(startedInForeground: true))
    #expect(session.keepsRunning(Self.allowed, at: Self.anyTime) == at(400) + Self.endurance)
  }

  @Test func `a visit to foreground has the effect of a start in foreground (LOC2)`() {
    var session = Self.session(startedInForeground: false)
    let whenInUse = LocationSession.App(hasBackgroundMode: true, authorization: .whenInUse)
    #expect(session.keepsRunning(whenInUse, at: Self.anyTime) == nil)
    session.enterForeground(at: at(200))
    #expect(session.keepsRunning(whenInUse, at: Self.anyTime) == at(200) + Self.endurance)
  }

  // MARK: Renewed tasks (LOC8)

  @Test
  func `without an endurance updates keep an app running whenever they are asked (LOC1, LOC8)`() {
    var session = LocationSession(policy: LocationPolicy(iOS: 17))
    session.request.allowsBackgroundUpdates = true
    session.start(inForeground: true, endurance: nil, at: at(100))
    for second in [100.0, 1900, 500_000] {
      #expect(session.keepsRunning(Self.allowed, at: at(second)).map { $0 > at(second) } == true)
    }
    session.stop()
    #expect(session.keepsRunning(Self.allowed, at: at(500_000)) == nil)
  }

  @Test func `each renewed task restarts the time of the keep-alive (LOC8)`() {
    var session = Self.session()
    for minute in 1...720 {
      session.renew(at: at(100 + Double(minute) * 60))
      #expect(
        session.keepsRunning(Self.allowed, at: Self.anyTime) == at(100 + Double(minute) * 60)
          + Self.endurance)
    }
  }

  @Test
  func
    `foreground or a new start, not a renewal, restarts an exhausted keep-alive (LOC8)`()
  {
    var session = Self.session()
    session.exhaust()
    #expect(session.keepsRunning(Self.allowed, at: Self.anyTime) == nil)
    session.renew(at: at(2000))
    #expect(session.keepsRunning(Self.allowed, at: Self.anyTime) == nil)
    var restarted = session
    restarted.stop()
    restarted.start(inForeground: true, endurance: Self.endurance, at: at(3000))
    #expect(restarted.keepsRunning(Self.allowed, at: Self.anyTime) == at(3000) + Self.endurance)
    session.enterForeground(at: at(4000))
    #expect(session.keepsRunning(Self.allowed, at: Self.anyTime) == at(4000) + Self.endurance)
  }

  @Test func `starting a running session changes nothing`() {
    var session = Self.session()
    session.start(inForeground: false, endurance: .seconds(1), at: at(500))
    #expect(session.state == .updating(startedInForeground: true))
    #expect(session.keepsRunning(Self.allowed, at: Self.anyTime) == at(100) + Self.endurance)
  }

  @Test(arguments: [(-1.0, 1), (5, 1), (10, 1), (100, 10), (3000, 10)])
  func `updates are more frequent at a finer accuracy`(_ accuracy: Double, _ seconds: Int) {
    #expect(Self.session { $0.desiredAccuracy = accuracy }.updateInterval == .seconds(seconds))
  }

  @Test(arguments: manySeeds)
  func `random sessions never keep an app running when they must not`(_ seed: UInt64) {
    var random = RandomStream(seed: seed, name: "session")
    var session = LocationSession(policy: LocationPolicy(iOS: 17))
    var (now, isPaused, isExhausted) = (at(0), false, false)
    for step in 0..<300 {
      now = now + random.duration(in: .zero...(.seconds(100)))
      let context: Comment = "seed \(seed), step \(step)"
      switch random.next(below: 8) {
      case 0:
        let wasUpdating = if case .updating = session.state { true } else { false }
        session.start(inForeground: random.chance(1, in: 2), endurance: Self.endurance, at: now)
        if !wasUpdating { (isPaused, isExhausted) = (false, false) }
      case 1:
        session.stop()
        isPaused = false
      case 2: session.renew(at: now)
      case 3:
        session.enterForeground(at: now)
        (isPaused, isExhausted) = (false, false)
      case 4:
        let paused = session.pauseIfStill()
        #expect(!(paused && isPaused) && !(paused && !session.request.pausesAutomatically), context)
        isPaused = isPaused || paused
      case 5:
        session.exhaust()
        isExhausted = true
      case 6: session.request.allowsBackgroundUpdates = random.chance(3, in: 4)
      default: session.request.pausesAutomatically = random.chance(1, in: 2)
      }
      guard let until = session.keepsRunning(Self.allowed, at: Self.anyTime) else { continue }
      #expect(!isPaused && !isExhausted && session.request.allowsBackgroundUpdates, context)
      #expect(session.state != .idle && until <= now + Self.endurance, context)
    }
  }
}
