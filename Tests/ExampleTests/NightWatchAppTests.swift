import Foundation
import YobanNight
import Testing
import YobanTesting

/// NightWatchApp (SwiftUI) beside NightApp, touched as a user touches it.
@Suite(.world()) struct NightWatchAppTests {
  private struct Pair {
    let phone: Phone
    let phoneApp: InstalledApp
    let watch: Watch
    let app: InstalledApp
    let collector = MemoryCollector()

    init() async throws {
      let world = try World.current
      phone = try world.addPhone()
      watch = try world.addWatch(pairedWith: phone)
      phoneApp = try SampleApps.night(
        on: phone, collector: collector,
        ["WatchName": "watch", "WatchToken": collector.token(of: "watch")])
      app = try SampleApps.watchNight(on: watch)
    }
  }

  @Test func `a night on the wrist reaches the collector through the phone`() async throws {
    let pair = try await Pair()
    await pair.phone.open(pair.phoneApp)
    await pair.phone.lock()
    await pair.watch.open(pair.app)
    #expect(try await pair.app.shows("Not recording"))
    try await pair.watch.tap("Start")
    try await World.current.pass(.seconds(20))
    #expect(try await pair.app.shows("Recording"))
    await pair.watch.lowerWrist()
    try await World.current.pass(.minutes(30))
    await pair.watch.open(pair.app)
    try await pair.watch.tap("Stop")
    try await World.current.pass(.minutes(5))
    await pair.watch.open(pair.app)
    try await World.current.pass(.seconds(2))
    let texts = try await pair.app.texts
    #expect(texts.contains("Not recording"))
    let waiting = try #require(texts.firstIndex(of: "Waiting"))
    #expect(texts[waiting + 1] == "0")
    let streams = pair.collector.streams(of: "watch")
    #expect(streams.map(\.stream).sorted() == ["accelerometer", "rotation-rate"])
    // 10 Hz for half an hour.
    #expect(streams.allSatisfy { $0.samples >= 18_000 })
    await pair.phone.open(pair.phoneApp)
    try await World.current.pass(.seconds(2))
    let phone = try await pair.phoneApp.texts
    let received = try #require(phone.firstIndex(of: "Received from the watch"))
    #expect(Int(phone[received + 1]) == streams.map(\.chunks).reduce(0, +))
  }

  @Test func `a refused workout is explained in words`() async throws {
    let pair = try await Pair()
    await pair.watch.open(pair.app)
    pair.watch.health.answer(.deniesAll, for: pair.app)
    try await pair.watch.tap("Start")
    try await World.current.pass(.seconds(20))
    #expect(
      try await pair.app.shows(
        "Workouts are not allowed, so that the recording ends when the wrist goes down. Allow them in Settings."
      ))
  }
}
