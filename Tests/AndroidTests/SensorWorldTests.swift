import AndroidFramework
import Foundation
import Testing
import YobanTesting

/// A listener that counts the events of the accelerometer.
private final class Counter: SensorEventListener2, @unchecked SimulationConfined {
  private(set) var events: [(timestamp: Int64, values: [Float], received: Int64)] = []
  private(set) var flushes = 0

  func onSensorChanged(_ event: SensorEvent) {
    events.append((event.timestamp, event.values, SystemClock.elapsedRealtimeNanos()))
  }
  func onFlushCompleted(_ sensor: Sensor) { flushes += 1 }

  static var current: Counter {
    AppProcess.current!.process.resident(Counter.self) { Counter() }
  }
}

/// Tests the sensor events that an Android app receives.
@Suite(.world()) struct SensorWorldTests {
  /// Returns an app whose activity registers a listener; `period` and `latency` are in
  /// microseconds.
  private static func appFixture(
    period: Int32 = 100_000, latency: Int32 = 0, wakeUp: Bool = false, target: Int = 36,
    isDebuggable: Bool = false, permissions: [String] = [], service: Bool = false
  ) -> AndroidAppFixture {
    var appFixture =
      service ? AndroidAppFixture.foregroundService(wakeLock: false, target) : AndroidAppFixture()
    appFixture.targetSdkVersion = target
    appFixture.isDebuggable = isDebuggable
    appFixture.permissions += permissions
    let then = appFixture.created
    appFixture.created = { activity in
      try then(activity)
      _ = AppProcess.current!.process.resident(ActivityContext.Held.self) {
        ActivityContext.Held(activity)
      }
      let manager = activity.getSystemService(SensorManager.self)!
      do {
        try manager.registerListener(
          Counter.current, manager.getDefaultSensor(Sensor.TYPE_ACCELEROMETER, wakeUp), period,
          latency)
      } catch let exception as SecurityException { print(exception) }
    }
    return appFixture
  }

  /// Prints the events of the counter, in the app's process.
  private static func report(_ phone: AndroidPhone, _ app: InstalledApp) async {
    await phone.touch(app, "report") {
      let events = Counter.current.events
      let steps = zip(events, events.dropFirst()).map { $1.timestamp - $0.timestamp }
      let late = events.map { $0.received - $0.timestamp }.max() ?? 0
      print(
        "\(events.count) events, longest step \((steps.max() ?? 0) / 1_000_000) ms,"
          + " \(late / 1_000_000_000) s late")
    }
  }

  private static func counts(_ world: World) -> [Int] {
    world.log.texts.compactMap { line in
      line.contains(" events, ") ? Int(line.split(separator: " ")[0]) : nil
    }
  }

  @Test func `an event has the time since boot, including sleep, and values in m/s² (AN16)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture())
    await phone.open(app)
    try await world.pass(.seconds(10))
    await phone.touch(app, "look") {
      let event = Counter.current.events.last!
      let length = event.values.map { $0 * $0 }.reduce(0, +).squareRoot()
      print(length > 8 && length < 12, event.received - event.timestamp < 1_000_000)
    }
    #expect(world.log.texts.last == "true true")
    #expect(world.findings == [])
  }

  static let levels: [(api: Int, service: Bool, reaches: Bool)] = [
    (27, false, true), (28, false, false), (28, true, true), (34, false, false), (34, true, true),
  ]

  @Test(arguments: levels)
  func `an idle app gets no sensor events from API 28 on, unless it has a foreground service (AN2)`(
    _ row: (api: Int, service: Bool, reaches: Bool)
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(service: row.service), api: row.api)
    await phone.open(app)
    try await world.pass(.seconds(10))
    await phone.goHome()
    // The app is idle after a minute.
    try await world.pass(.seconds(120))
    // A frozen process responds when it is in the foreground again.
    await phone.open(app)
    await Self.report(phone, app)
    let count = try #require(Self.counts(world).first)
    // 10 events a second: for 130 s, or for 10 s in the foreground and a minute until the app is
    // idle.
    if row.reaches {
      #expect((1270...1310).contains(count))
    } else {
      #expect((685...705).contains(count))
    }
    #expect(
      world.findings.contains { $0.matches(.androidSensorBackground.by(.an2)) } == !row.reaches)
  }

  @Test func `when the app is opened again events are delivered, but not those in between (AN2)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture())
    await phone.open(app)
    try await world.pass(.seconds(10))
    await phone.goHome()
    try await world.pass(.seconds(90))
    await phone.open(app)
    try await world.pass(.seconds(10))
    await Self.report(phone, app)
    let count = try #require(Self.counts(world).first)
    #expect((775...810).contains(count))
    let line = try #require(world.log.texts.last)
    // The longest pause: from the minute in which the app became idle until it was opened again.
    let step = try #require(Int(line.split(separator: " ")[4]))
    #expect((29_000...31_000).contains(step), "\(line)")
  }

  @Test func `a FIFO delivers in batches, and at once after a flush (AN16)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(latency: 10_000_000))
    await phone.open(app)
    try await world.pass(.seconds(9))
    await Self.report(phone, app)
    try await world.pass(.seconds(2))
    await Self.report(phone, app)
    try await world.pass(.seconds(5))
    await phone.touch(app, "flush") {
      let manager = ActivityContext.current.getSystemService(SensorManager.self)!
      print("flush", manager.flush(Counter.current))
    }
    try await world.pass(.seconds(0.1))
    await Self.report(phone, app)
    await phone.touch(app, "count") { print("flushed", Counter.current.flushes) }
    let counts = Self.counts(world)
    #expect(counts[0] == 0)
    #expect((90...105).contains(counts[1]))
    #expect((150...165).contains(counts[2]))
    #expect(world.log.texts.contains("flush true"))
    #expect(world.log.texts.last == "flushed 1")
  }

  static let sleeps: [(wakeUp: Bool, isOverwritten: Bool)] = [(false, true), (true, false)]

  @Test(arguments: sleeps)
  func
    `while the CPU sleeps a FIFO overwrites its oldest events, and a wake-up sensor wakes the CPU (AN16)`(
      _ row: (wakeUp: Bool, isOverwritten: Bool)
    ) async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(
      Self.appFixture(latency: 60_000_000, wakeUp: row.wakeUp, service: true),
      change: {
        $0.sensors.fifoEventCount = 300
        $0.sensors.wakeUpFIFOEventCount = 300
      })
    await phone.open(app)
    try await world.pass(.seconds(5))
    await phone.lock()
    try await world.pass(.minutes(30))
    phone.wakeScreen()
    try await world.pass(.seconds(1))
    await Self.report(phone, app)
    let count = try #require(Self.counts(world).first)
    if row.isOverwritten {
      // 10 events a second: the content of the FIFO, and the events before the CPU slept.
      #expect((300...700).contains(count), "\(count)")
    } else {
      #expect(count > 17_000, "\(count)")
      let wakes = world.moments { $0 == .cpu(isAwake: true) }
      #expect(wakes.count > 50)
    }
  }

  static let rates:
    [(debuggable: Bool, permissions: [String], target: Int, perSecond: ClosedRange<Int>)] = [
      (false, [], 36, 180...201), (false, ["HIGH_SAMPLING_RATE_SENSORS"], 36, 380...401),
      (false, [], 30, 380...401), (true, ["HIGH_SAMPLING_RATE_SENSORS"], 36, 380...401),
      (true, [], 36, 0...0),
    ]

  @Test(arguments: rates.indices)
  func `rates above 200 Hz need the permission (AN16)`(_ row: Int) async throws {
    let row = Self.rates[row]
    let appFixture = Self.appFixture(
      period: SensorManager.SENSOR_DELAY_FASTEST, target: row.target,
      isDebuggable: row.debuggable, permissions: row.permissions)
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    phone.motion.source = GeneratedMotion(seed: 1, rate: 400)
    await phone.open(app)
    try await world.pass(.seconds(10))
    await Self.report(phone, app)
    let count = try #require(Self.counts(world).first)
    #expect(row.perSecond.contains(count / 10), "\(count)")
    #expect(
      world.findings.contains { $0.matches(.androidSensorRateCapped.by(.an16)) }
        == (180...201).contains(row.perSecond.upperBound))
    #expect(world.log.texts.contains { $0.contains("SecurityException") } == (count == 0))
  }

  @Test func `a listener gets no events after it was unregistered or its launch has ended`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture())
    await phone.open(app)
    try await world.pass(.seconds(5))
    await phone.touch(app, "stop") {
      ActivityContext.current.getSystemService(SensorManager.self)!
        .unregisterListener(Counter.current)
    }
    await Self.report(phone, app)
    try await world.pass(.seconds(5))
    await Self.report(phone, app)
    app.process?.kill(.jetsam)
    try await world.pass(.minutes(1))
    let counts = Self.counts(world)
    #expect(counts.count == 2 && counts[0] == counts[1])
  }
}

/// The context of the scripted app, for code outside of its components.
enum ActivityContext {
  final class Held {
    let context: Context
    init(_ context: Context) { self.context = context }
  }
  static var current: Context {
    AppProcess.current!.process.existingResident(Held.self)!.context
  }
}
