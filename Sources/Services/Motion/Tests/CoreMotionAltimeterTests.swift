import Foundation
import Testing
import YobanTesting

@testable import CoreMotion
import YobanSimulatedOS

@Suite struct CoreMotionAltimeterTests {
  private final class Seen: @unchecked SimulationConfined {
    var relative: [CMAltitudeData] = []
    var absolute: [CMAbsoluteAltitudeData] = []
    var errors: [String] = []
    var wereOnMain: Set<Bool> = []

    var altitudes: [Double] { relative.map(\.relativeAltitude.doubleValue) }
    var pressures: [Double] { relative.map(\.pressure.doubleValue) }

    @MainActor func start(to queue: OperationQueue = .main) {
      let altimeter = Kept.get("altimeter") ?? CMAltimeter()
      Kept.of("altimeter", altimeter)
      altimeter.startRelativeAltitudeUpdates(to: queue) { data, error in
        self.wereOnMain.insert(Thread.isMainThread)
        if let data { self.relative.append(data) }
        if let error { self.errors.append(self.text(error)) }
      }
    }

    @MainActor func startAbsolute() {
      let altimeter = Kept.get("altimeter") ?? CMAltimeter()
      Kept.of("altimeter", altimeter)
      altimeter.startAbsoluteAltitudeUpdates(to: .main) { data, error in
        if let data { self.absolute.append(data) }
        if let error { self.errors.append(self.text(error)) }
      }
    }

    private func text(_ error: any Error) -> String {
      "\((error as NSError).domain) \((error as NSError).code)"
    }
  }

  private static func appFixture(
    _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var appFixture = AppFixture { _ in launched() }
    appFixture.plist = InfoPlist(["NSMotionUsageDescription": "Counts your stairs."])
    return appFixture
  }

  @Test(.world())
  func `relative altitudes come each second, from 0 on, at the pressure of the air (MO3)`()
    async throws
  {
    let seen = Seen()
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch {
      print(CMAltimeter.isRelativeAltitudeAvailable(), CMAltimeter.authorizationStatus().rawValue)
      seen.start()
      print(CMAltimeter.authorizationStatus().rawValue)
    }
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.log.texts == ["true 0", "3"])
    #expect(abs(seen.relative.count - 60) <= 1)
    #expect(seen.altitudes.first == 0)
    for (later, earlier) in zip(seen.relative.dropFirst(), seen.relative) {
      #expect(abs(later.timestamp - earlier.timestamp - 1) < 1e-6)
    }
    #expect(seen.altitudes.allSatisfy { abs($0) < 0.3 })
    // At 20 m the standard atmosphere has 101.085 kPa; the weather adds up to 0.35 kPa.
    #expect(seen.pressures.allSatisfy { abs($0 - 101.085) < 0.36 })
    #expect(seen.errors.isEmpty)
    let events = fixture.world.trace.events.map(\.kind)
    #expect(events.contains(.sensor("relativeAltitude", isOn: true)))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a staircase of 3 m shows as 3 m, up and down (MO3)`(_ seed: UInt64) async throws {
    let seen = Seen()
    try await withWorld(seed: seed) { _ in
      let fixture = try await startApp(Self.appFixture())
      await fixture.touch { seen.start() }
      try await fixture.world.pass(.seconds(5))
      try await fixture.phone.climb(to: 23, at: 0.3)
      try await fixture.world.pass(.seconds(2))
      #expect(abs(try #require(seen.altitudes.last) - 3) < 0.3)
      try await fixture.phone.climb(to: 20, at: 0.5)
      try await fixture.world.pass(.seconds(2))
      #expect(abs(try #require(seen.altitudes.last)) < 0.3)
    }
    // On the way the altitudes are between the two floors.
    #expect(seen.altitudes.contains { (1...2).contains($0) })
  }

  @Test(.world()) func `a restart sets the relative altitude to 0 again (MO3)`() async throws {
    let seen = Seen()
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch { seen.start() }
    try await fixture.world.pass(.seconds(5))
    fixture.phone.altitude = 120
    try await fixture.world.pass(.seconds(2))
    #expect(abs(try #require(seen.altitudes.last) - 100) < 1)
    await fixture.touch {
      Kept.get("altimeter", as: CMAltimeter.self)!.stopRelativeAltitudeUpdates()
    }
    let count = seen.relative.count
    try await fixture.world.pass(.seconds(10))
    #expect(seen.relative.count == count)
    await fixture.touch { seen.start() }
    try await fixture.world.pass(.seconds(5))
    #expect(seen.altitudes[count] == 0)
    // A start without a stop replaces the earlier one.
    let second = seen.relative.count
    fixture.phone.altitude = 20
    await fixture.touch { seen.start() }
    try await fixture.world.pass(.seconds(10))
    #expect(seen.altitudes[second] == 0)
    #expect(abs(seen.relative.count - second - 10) <= 1)
  }

  @Test(.world())
  func `updates stop during a suspension and go on afterwards from the same zero (MO3)`()
    async throws
  {
    let seen = Seen()
    let fixture = try await startApp(Self.appFixture { seen.start() })
    try await fixture.world.pass(.seconds(10))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(300))
    fixture.phone.altitude = 30
    try await fixture.world.pass(.seconds(300))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10))
    let steps = zip(seen.relative.dropFirst(), seen.relative).map { $0.timestamp - $1.timestamp }
    #expect(steps.filter { $0 > 1.5 }.count == 1)
    #expect(steps.max()! > 590)
    #expect((15...25).contains(seen.relative.count))
    #expect(abs(seen.altitudes.last! - 10) < 1)
  }

  @Test(.world()) func `absolute altitudes are right within their accuracy (MO3)`() async throws {
    let seen = Seen()
    let fixture = try await startApp(Self.appFixture())
    fixture.phone.altitude = 333
    await fixture.touch {
      print(CMAltimeter.isAbsoluteAltitudeAvailable())
      seen.startAbsolute()
    }
    try await fixture.world.pass(.seconds(3600))
    await fixture.touch {
      Kept.get("altimeter", as: CMAltimeter.self)!.stopAbsoluteAltitudeUpdates()
    }
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.app.log.texts == ["true"])
    #expect(abs(seen.absolute.count - 3600) <= 1)
    for data in seen.absolute {
      #expect(data.accuracy > 0 && data.precision > 0)
      #expect(abs(data.altitude - 333) <= data.accuracy)
    }
    #expect(Set(seen.absolute.map(\.altitude)).count > 3000)
  }

  @Test(.world(findings: [.motionNotAvailable.by(.mo3)]))
  func `absolute altitudes need iOS 15; a start without them reports a finding (MO3)`()
    async throws
  {
    let seen = Seen()
    let fixture = try await startApp(Self.appFixture(), iOS: 14.1)
    await fixture.touch {
      print(
        CMAltimeter.isRelativeAltitudeAvailable(), CMAltimeter.isAbsoluteAltitudeAvailable())
      seen.startAbsolute()
    }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.app.log.texts == ["true false"])
    #expect(seen.absolute.isEmpty && seen.errors.isEmpty)
  }

  @Test(.world()) func `an app that the user refuses gets one error for each start (MO3)`()
    async throws
  {
    let seen = Seen()
    let fixture = try await startApp(Self.appFixture())
    fixture.phone.motion.allowsMotionWhenAsked = false
    await fixture.touch {
      seen.start()
      print(CMAltimeter.authorizationStatus() == .denied)
    }
    try await fixture.world.pass(.seconds(10))
    await fixture.touch { seen.startAbsolute() }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.app.log.texts == ["true"])
    // CMErrorMotionActivityNotAuthorized
    #expect(seen.errors == ["CMErrorDomain 105", "CMErrorDomain 105"])
    #expect(seen.relative.isEmpty && seen.absolute.isEmpty)
  }

  @Test(.world(findings: [.plistMissingKey.by(.mo4)]))
  func `without NSMotionUsageDescription a start ends the app (MO4)`() async throws {
    let seen = Seen()
    let fixture = try await startApp(AppFixture())
    await fixture.touch { seen.start() }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.app.state == .notRunning)
    #expect(seen.relative.isEmpty)
    #expect(fixture.app.terminations.count == 1)
  }

  @Test(.world()) func `handlers run on the given queue; a released altimeter delivers no more`()
    async throws
  {
    let seen = Seen()
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      seen.start(to: queue)
    }
    try await fixture.world.pass(.seconds(10))
    await fixture.touch { Kept.release("altimeter") }
    let count = seen.relative.count
    try await fixture.world.pass(.seconds(10))
    #expect(seen.relative.count == count && count >= 9)
    #expect(seen.wereOnMain == [false])
  }

  @Test func `the same seed gives the same pressures, another seed different ones`() async throws {
    func pressures(_ seed: UInt64) async throws -> [Double] {
      let seen = Seen()
      try await withWorld(seed: seed) { _ in
        let fixture = try await startApp(Self.appFixture { seen.start() })
        try await fixture.world.pass(.seconds(30))
      }
      return seen.pressures
    }
    let (one, same, other) = (
      try await pressures(1), try await pressures(1), try await pressures(2)
    )
    #expect(one == same && one != other && one.count > 28)
  }
}
