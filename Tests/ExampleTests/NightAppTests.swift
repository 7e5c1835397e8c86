import Foundation
import YobanNight
import Testing
import YobanTesting

/// NightApp (SwiftUI), touched as a user touches it.
@Suite(.world()) struct NightAppTests {
  private static func open(
    _ values: [String: Any] = [:], collector: MemoryCollector? = MemoryCollector()
  ) async throws -> (Phone, InstalledApp) {
    let phone = try World.current.addPhone()
    let app = try SampleApps.night(on: phone, collector: collector, values)
    await phone.open(app)
    return (phone, app)
  }

  private static func texts(_ app: InstalledApp, after label: String) async throws -> String {
    let texts = try await app.texts
    let index = try #require(texts.firstIndex(of: label), "\(texts)")
    return texts[index + 1]
  }

  /// The number of uploads that the collector has answered with 401.
  private static func refusals() throws -> Int {
    try World.current.trace.events.count {
      if case .finished(_, _, status: 401) = $0.kind.transfer { true } else { false }
    }
  }

  @Test func `the first screen offers to start, and asks for nothing`() async throws {
    let (_, app) = try await Self.open()
    try await World.current.pass(.seconds(5))
    #expect(try await app.shows("Not recording"))
    #expect(try await app.value(of: "Duration") == "12 h")
    #expect(app.locationAuthorization == .notDetermined)
    #expect(app.bluetoothAuthorization == .notDetermined)
  }

  @Test func `a start asks for location, and the screen shows samples and uploads`() async throws {
    let (phone, app) = try await Self.open()
    try await phone.choose("8 h", in: "Duration")
    try await phone.tap("Start")
    try await World.current.pass(.seconds(90))
    #expect(app.locationAuthorization == .whenInUse)
    #expect(try await app.shows("Recording"))
    // 10 Hz for a minute and a half, of which the last block may still be in memory.
    let samples = try #require(Int(try await Self.texts(app, after: "accelerometer")))
    #expect((800...900).contains(samples))
    #expect(try await Self.texts(app, after: "Sent") == "2")
    try await phone.tap("Stop")
    try await World.current.pass(.seconds(5))
    #expect(try await app.shows("Not recording"))
  }

  @Test func `a night with a killed app shows its gap with the cause`()
    async throws
  {
    let collector = MemoryCollector()
    let (phone, app) = try await Self.open(collector: collector)
    try await phone.tap("Start")
    try await World.current.pass(.minutes(2))
    await phone.lock()
    try await World.current.pass(.minutes(60))
    #expect(app.state == .background)
    phone.jetsam(app)
    try await World.current.pass(.minutes(20))
    await phone.open(app)
    try await World.current.pass(.seconds(5))
    let screen = try await app.texts
    #expect(screen.contains("Recording"))
    #expect(screen.contains("accelerometer: the system ended the app"))
    #expect(screen.contains("gyroscope: the system ended the app"))
    // The gaps are shown after another launch, too.
    phone.jetsam(app)
    await phone.open(app)
    try await World.current.pass(.seconds(5))
    let again = try await app.texts
    #expect(again.count { $0 == "accelerometer: the system ended the app" } == 2)
    try await phone.tap("Stop")
    try await World.current.pass(.minutes(2))
    #expect(try await Self.texts(app, after: "Waiting") == "0")
    let gaps = collector.gaps(of: "accelerometer", of: "iphone")
    #expect(gaps.map(\.cause) == ["killed", "killed"])
  }

  @Test func `a recording ends by itself after the chosen duration`() async throws {
    let (phone, app) = try await Self.open()
    try await phone.choose("1 h", in: "Duration")
    try await phone.tap("Start")
    await phone.lock()
    try await World.current.pass(.minutes(65))
    await phone.open(app)
    try await World.current.pass(.seconds(2))
    #expect(try await app.shows("Not recording"))
    #expect(app.log.contains("recording is complete"))
  }

  @Test(arguments: [(3_600.0, -7_200.0), (-7_200, 86_400)])
  func `a clock that is set twice in the night costs no sample (TM1)`(
    _ first: Double, _ second: Double
  ) async throws {
    let collector = MemoryCollector()
    let (phone, app) = try await Self.open(collector: collector)
    try await phone.tap("Start")
    // The time to answer the permission dialog.
    try await World.current.pass(.seconds(10))
    await phone.lock()
    try await World.current.pass(.minutes(10))
    phone.setClock(by: .seconds(first))
    try await World.current.pass(.minutes(10))
    phone.setClock(by: .seconds(second))
    try await World.current.pass(.minutes(10))
    await phone.open(app)
    try await World.current.pass(.seconds(1))
    #expect(
      try await app.shows(
        "The clock was changed. The times of the recording are not affected."))
    try await phone.tap("Stop")
    try await World.current.pass(.minutes(2))
    let stream = try #require(
      collector.streams(of: "iphone").first { $0.stream == "accelerometer" })
    // 10 Hz for half an hour and 11 s.
    #expect((18_100...18_120).contains(stream.samples))
    #expect(collector.gaps(of: "accelerometer", of: "iphone").isEmpty)
  }

  @Test func `a refused permission is explained in words`() async throws {
    let (phone, app) = try await Self.open()
    phone.location.answer(.never, for: app)
    try await phone.tap("Start")
    try await World.current.pass(.seconds(10))
    #expect(
      try await app.shows(
        "Location is not allowed, so that the recording ends in the background. Allow it in Settings."
      ))
  }

  @Test func `a chest strap is asked for at the start, and not before`() async throws {
    let (phone, app) = try await Self.open(["RecordsHeartRate": true])
    try await World.current.pass(.seconds(5))
    #expect(app.bluetoothAuthorization == .notDetermined)
    try await phone.tap("Start")
    try await World.current.pass(.seconds(10))
    #expect(app.bluetoothAuthorization == .allowedAlways)
    #expect(try await app.shows("Recording"))
  }

  @Test(arguments: [
    (false, "Paste the code of your study."),
    (
      true,
      "The setting DeviceName is missing. Enter it in Examples/Settings.xcconfig, and build the app again."
    ),
  ])
  func `without settings the screen says what is missing`(
    hasCollector: Bool, text: String
  ) async throws {
    let settings = hasCollector ? ["CollectorURL": "https://collector.example"] : [:]
    let (phone, app) = try await Self.open(settings, collector: nil)
    #expect(try await app.shows(text))
    try await phone.tap("Start")
    #expect(try await app.shows(text))
    #expect(try await app.shows("Not recording"))
  }

  @Test func `a refused chunk can be sent again`() async throws {
    let collector = MemoryCollector()
    let (phone, app) = try await Self.open(["CollectorToken": "yb_wrong"], collector: collector)
    try await phone.tap("Start")
    try await World.current.pass(.seconds(90))
    #expect(try await Self.texts(app, after: "Refused") == "2")
    let before = try Self.refusals()
    try await World.current.pass(.seconds(5))
    #expect(try Self.refusals() == before)
    try await phone.tap("Send again")
    try await World.current.pass(.seconds(5))
    #expect(try Self.refusals() == before + 2)
    #expect(try await Self.texts(app, after: "Refused") == "2")
    #expect(collector.streams(of: "iphone").isEmpty)
  }
}
