import ActivityKit
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The Live Activities of an app, while it runs and without it (LA1 to LA5, LA8, LA9).
@Suite struct LiveActivityTests {
  // MARK: Start

  struct Refusal: Sendable, CustomTestStringConvertible {
    var iOS: SystemVersion = 17
    var plist: [String: Bool] = [:]
    var isAllowed = true
    var inBackground = false
    var bytes = 0
    let error: String?
    var finding: Finding.Kind?
    var testDescription: String { "\(error ?? "started") on iOS \(iOS.short)" }
  }

  @Test(arguments: [
    Refusal(error: nil),
    Refusal(iOS: "16.1", error: nil),
    Refusal(iOS: 16, error: "unsupported"),
    Refusal(
      plist: ["NSSupportsLiveActivities": false], error: "unsupportedTarget",
      finding: .liveActivityNotStarted.by(.la1)),
    Refusal(isAllowed: false, error: "denied"),
    Refusal(inBackground: true, error: "visibility", finding: .liveActivityNotStarted.by(.la1)),
    Refusal(bytes: 4000, error: nil),
    Refusal(bytes: 4096, error: "attributesTooLarge"),
  ])
  func `who may start a Live Activity (LA1, LA3)`(_ row: Refusal) async throws {
    var fixture = RecordingApp.app(plist: row.plist)
    let name = String(repeating: "n", count: row.bytes)
    if row.inBackground {
      fixture.enteredBackground = { RecordingApp.start(name) }
    } else {
      fixture.launched = { application, _ in
        Task {
          try await Task.sleep(for: .seconds(2))
          RecordingApp.start(name)
        }
      }
    }
    let app = fixture
    let world = try await withPhone(iOS: row.iOS) { phone in
      let installed = try phone.install(app)
      phone.setLiveActivities(row.isAllowed, for: installed)
      await phone.open(installed)
      try await sleep(3)
      await phone.goHome()
      try await sleep(1)
      #expect(phone.liveActivities.shown.count == (row.error == nil ? 1 : 0))
    }
    #expect(world.output == (row.error.map { ["refused \($0)"] } ?? []))
    #expect(world.kinds == (row.finding.map { [$0] } ?? []))
  }

  @Test func `an app has at most five at a time, and an ended one counts no more (LA1)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(RecordingApp.app())
      await phone.open(app)
      await phone.touch(app, "start") { for i in 1...6 { RecordingApp.start("\(i)") } }
      #expect(phone.liveActivities.shown(of: app).count == 5)
      await phone.touch(app, "end one") {
        Task { await Recording.activities[0].end(nil, dismissalPolicy: .default) }
      }
      await phone.touch(app, "start another") { RecordingApp.start("another") }
      #expect(
        phone.liveActivities.shown(of: app).map(\.state) == ["ended"]
          + Array(repeating: "active", count: 5))
    }
    #expect(world.output == ["refused targetMaximumExceeded"])
  }

  // MARK: Life

  @Test func `the system ends it after 8 hours and removes it after 12, without the app (LA2)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(RecordingApp.app { RecordingApp.observe() })
      await phone.open(app)
      await phone.touch(app, "start") { RecordingApp.start() }
      await phone.goHome()
      try await sleep(8 * 3600 - 60)
      #expect(phone.liveActivities.shown(of: app).map(\.state) == ["active"])
      try await sleep(120)
      #expect(phone.liveActivities.shown(of: app).map(\.state) == ["ended"])
      try await sleep(4 * 3600)
      #expect(phone.liveActivities.shown.isEmpty)
      #expect(app.state == .suspended)
      await phone.open(app)
      try await sleep(1)
    }
    #expect(
      world.output == [
        "activity night", "state active", "samples 0", "state ended", "state dismissed",
      ])
    #expect(world.launches == [.user])
  }

  @Test(arguments: [false, true])
  func `an update in background is shown, and lights the screen only with an alert (LA3)`(
    _ isAlert: Bool
  ) async throws {
    let app = RecordingApp.app()
    let world = try await withPhone { phone in
      let app = try phone.install(app)
      await phone.open(app)
      await phone.touch(app, "start") {
        RecordingApp.start()
        Task {
          // Longer than the user takes to lock the phone, shorter than the app goes on running.
          let task = UIApplication.shared.beginBackgroundTask()
          try await Task.sleep(for: .seconds(10))
          await Recording.activities[0].update(
            RecordingApp.content(7),
            alertConfiguration: isAlert
              ? AlertConfiguration(title: "7", body: "7", sound: .default) : nil)
          UIApplication.shared.endBackgroundTask(task)
        }
      }
      #expect(phone.liveActivities.shown(of: app).map(\.text) == [#"{"samples":0}"#])
      await phone.lock()
      try await sleep(11)
      #expect(phone.liveActivities.shown(of: app).map(\.text) == [#"{"samples":7}"#])
      #expect(phone.isScreenOn == isAlert)
      #expect(app.state == .suspended)
    }
    #expect(world.launches == [.user])
  }

  @Test func `a state that cannot be encoded is ignored, and a finding (LA3)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(RecordingApp.app())
      await phone.open(app)
      await phone.touch(app, "start") {
        let activity = try? Activity.request(
          attributes: Speed(),
          content: ActivityContent(state: .init(kmh: 1, name: "a"), staleDate: nil))
        Task {
          await activity?.update(
            ActivityContent(state: .init(kmh: .nan, name: "b"), staleDate: nil))
        }
      }
      try await sleep(1)
      // The keys are in the order of the alphabet.
      #expect(phone.liveActivities.shown.map(\.text) == [#"{"kmh":1,"name":"a"}"#])
    }
    #expect(world.kinds == [.liveActivityIgnored.by(.la3)])
  }

  private struct Speed: ActivityAttributes {
    struct ContentState: Codable, Hashable {
      var kmh: Double
      var name: String
    }
  }

  @Test func `an update after the end and one that is too large are ignored, and findings (LA3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(RecordingApp.app())
      await phone.open(app)
      await phone.touch(app, "start") { RecordingApp.start() }
      await phone.touch(app, "update") {
        RecordingApp.update(1, note: String(repeating: "n", count: 4096))
      }
      #expect(phone.liveActivities.shown(of: app).map(\.text) == [#"{"samples":0}"#])
      await phone.touch(app, "end") { RecordingApp.end(2) }
      await phone.touch(app, "update") { RecordingApp.update(3) }
      try await sleep(1)
      #expect(phone.liveActivities.shown(of: app).map(\.text) == [#"{"samples":2}"#])
    }
    #expect(
      world.kinds == [.liveActivityIgnored.by(.la3), .liveActivityIgnored.by(.la3)])
  }

  @Test func `its content becomes stale at its date, and the app sees it (LA4)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(RecordingApp.app { RecordingApp.observe() })
      await phone.open(app)
      await phone.touch(app, "start") {
        let activity = RecordingApp.start(staleAfter: 60)
        print("at first \(activity!.activityState)")
      }
      try await sleep(61)
      await phone.touch(app, "update") { RecordingApp.update(1) }
      try await sleep(1)
    }
    #expect(
      world.output == [
        "at first active", "activity night", "state active", "samples 0", "state stale",
        "state active", "samples 1",
      ])
  }

  @Test func `it outlives a kill, a force-quit and a reboot, and the next launch finds it (LA8)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(
        RecordingApp.app {
          print(Recording.activities.map { "\($0.attributes.name) \($0.content.state.samples)" })
        })
      await phone.open(app)
      await phone.touch(app, "start") { RecordingApp.start() }
      await phone.touch(app, "update") { RecordingApp.update(5) }
      await phone.goHome()
      phone.jetsam(app)
      await phone.open(app)
      await phone.swipeAway(app)
      await phone.open(app)
      try await phone.reboot()
      await phone.open(app)
      let activity = phone.liveActivities.shown[0]
      phone.delete(app)
      #expect(phone.liveActivities.shown.isEmpty)
      #expect(activity.state == "dismissed")
    }
    #expect(world.output == ["[]"] + Array(repeating: #"["night 5"]"#, count: 3))
  }

  @Test func `the user removes one, and switches all off (LA8)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(
        RecordingApp.app {
          Task {
            for await isOn in ActivityAuthorizationInfo().activityEnablementUpdates {
              print("allowed \(isOn)")
            }
          }
        })
      await phone.open(app)
      await phone.touch(app, "start") {
        for name in ["one", "two"] {
          guard let activity = RecordingApp.start(name) else { return }
          Task { for await state in activity.activityStateUpdates { print("\(name) \(state)") } }
        }
      }
      try await sleep(1)
      phone.dismissLiveActivity(phone.liveActivities.shown[0])
      try await sleep(1)
      phone.setLiveActivities(false, for: app)
      try await sleep(1)
      #expect(phone.liveActivities.shown.isEmpty)
      phone.setLiveActivities(true, for: app)
      try await sleep(1)
    }
    #expect(
      world.output == [
        "allowed true", "one active", "two active", "one dismissed", "two dismissed",
        "allowed false", "allowed true",
      ])
  }

  @Test(arguments: [false, true])
  func `a transient one ends when the app leaves the front, also by a crash (LA1)`(
    _ crashes: Bool
  ) async throws {
    try await withPhone(iOS: 18) { phone in
      let app = try phone.install(RecordingApp.app())
      await phone.open(app)
      await phone.touch(app, "start") { RecordingApp.start(style: .transient) }
      #expect(phone.liveActivities.shown.count == 1)
      if crashes { phone.jetsam(app) } else { await phone.goHome() }
      #expect(phone.liveActivities.shown.isEmpty)
    }
  }

  @Test func `a scheduled one starts in background, without the app (LA9)`() async throws {
    let world = try await withPhone(iOS: 26) { phone in
      let app = try phone.install(RecordingApp.app())
      await phone.open(app)
      await phone.touch(app, "schedule") {
        let activity = RecordingApp.start(after: 3600)
        print("\(activity!.activityState)")
      }
      await phone.goHome()
      try await sleep(3590)
      #expect(phone.liveActivities.shown.isEmpty)
      try await sleep(20)
      #expect(phone.liveActivities.shown(of: app).map(\.state) == ["active"])
      #expect(app.state == .suspended)
    }
    #expect(world.output == ["pending"])
    #expect(world.kinds.isEmpty)
  }
}

extension LiveActivity {
  /// The state that is shown, as JSON.
  var text: String { String(decoding: content, as: UTF8.self) }
}
