import ActivityKit
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Pushes that update, end and start Live Activities (LA6, LA7).
@Suite struct LiveActivityPushTests {
  static func payload(
    _ phone: Phone, _ event: String = "update", samples: (any Sendable)? = 1,
    after seconds: Double = 0,
    _ more: [String: any Sendable] = [:]
  ) -> [String: any Sendable] {
    var aps: [String: any Sendable] = [
      "event": event, "timestamp": (phone.date.timeIntervalSince1970 + seconds).rounded(),
    ]
    if let samples { aps["content-state"] = ["samples": samples] as [String: any Sendable] }
    return ["aps": aps.merging(more) { $1 }]
  }

  /// An app whose activity has its token, and which was suspended.
  static func started(
    _ phone: Phone, _ fixture: AppFixture, nameBytes: Int = 5
  ) async throws -> InstalledApp {
    let app = try phone.install(fixture)
    await phone.open(app)
    await phone.touch(app, "start") {
      RecordingApp.start(String(repeating: "n", count: nameBytes), pushType: .token)
    }
    try await sleep(2)
    await phone.goHome()
    try await sleep(60)
    #expect(app.state == .suspended)
    return app
  }

  @Test func `pushes update and end it while the app is suspended (LA6)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.started(phone, RecordingApp.app())
      let activity = phone.liveActivities.shown[0]
      let token = try #require(activity.pushToken)
      try phone.pushLiveActivity(token: token, payload: Self.payload(phone, samples: 9))
      #expect(activity.text == #"{"samples":9}"#)
      #expect(app.state == .suspended)
      let end = phone.date.timeIntervalSince1970 + 600
      try phone.pushLiveActivity(
        token: token, payload: Self.payload(phone, "end", samples: 10, ["dismissal-date": end]))
      #expect(activity.text == #"{"samples":10}"#)
      #expect(activity.state == "ended")
      try await sleep(601)
      #expect(activity.state == "dismissed")
      #expect(throws: PushError.unknownActivityToken) {
        try phone.pushLiveActivity(token: token, payload: Self.payload(phone))
      }
    }
    #expect(world.kinds.isEmpty)
  }

  /// The reasons for which updates were ignored.
  static func reasons(_ world: World) -> [String] {
    world.trace.events.compactMap { event in
      if case .ignored(_, let why) = event.kind.liveActivity { why } else { nil }
    }
  }

  struct Ignored: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var event = "update"
    var seconds = 0.0
    var hasState = true
    /// The length of a name among the attributes.
    var nameBytes = 5
    var more: [String: any Sendable] = [:]
    var finding: Finding.Kind?
  }

  @Test(arguments: [
    Ignored(testDescription: "its event is neither update nor end", event: "change"),
    Ignored(testDescription: "its event is neither update nor end", event: "start"),
    Ignored(testDescription: "it has no content-state", hasState: false),
    Ignored(
      testDescription: "it has 4534 bytes with the attributes", nameBytes: 2000,
      more: [
        "content-state": ["samples": 1, "note": String(repeating: "n", count: 2500)]
          as [String: any Sendable]
      ]),
    Ignored(testDescription: "its timestamp is older than that of the content", seconds: -3600),
    Ignored(testDescription: "its timestamp is too far in the future", seconds: 9 * 3600),
    Ignored(
      testDescription: "it has no timestamp", more: ["timestamp": "now"],
      finding: .liveActivityIgnored.by(.la6)),
  ])
  func `a push that the system ignores is an event with the reason (LA6)`(_ row: Ignored)
    async throws
  {
    let world = try await withPhone { phone in
      _ = try await Self.started(phone, RecordingApp.app(), nameBytes: row.nameBytes)
      let activity = phone.liveActivities.shown[0]
      try phone.pushLiveActivity(
        token: try #require(activity.pushToken),
        payload: Self.payload(
          phone, row.event, samples: row.hasState ? 1 : nil, after: row.seconds, row.more))
      #expect(activity.text == #"{"samples":0}"#)
    }
    #expect(Self.reasons(world) == [row.testDescription])
    #expect(world.kinds == (row.finding.map { [$0] } ?? []))
  }

  @Test(arguments: [false, true])
  func `more than 15 pushes of priority 10 in an hour need frequent updates (LA6)`(
    _ isFrequent: Bool
  ) async throws {
    try await withPhone { phone in
      let app = try await Self.started(
        phone, RecordingApp.app(plist: ["NSSupportsLiveActivitiesFrequentUpdates": isFrequent]))
      let activity = phone.liveActivities.shown[0]
      let token = try #require(activity.pushToken)
      for i in 1...20 {
        try phone.pushLiveActivity(token: token, payload: Self.payload(phone, samples: i))
        try await sleep(60)
      }
      #expect(activity.text == #"{"samples":\#(isFrequent ? 20 : 15)}"#)
      // Those of priority 5 do not count.
      phone.wakeScreen()
      try phone.pushLiveActivity(
        token: token, payload: Self.payload(phone, samples: 30), priority: 5)
      #expect(activity.text == #"{"samples":30}"#)
      phone.setFrequentLiveActivityUpdates(false, for: app)
      for i in 31...50 {
        try phone.pushLiveActivity(token: token, payload: Self.payload(phone, samples: i))
      }
      #expect(activity.text == #"{"samples":\#(isFrequent ? 45 : 30)}"#)
    }
  }

  @Test(arguments: [5, 10])
  func `while the phone is offline the newest push waits (LA6)`(_ priority: Int) async throws {
    let world = try await withPhone { phone in
      _ = try await Self.started(phone, RecordingApp.app())
      let activity = phone.liveActivities.shown[0]
      let token = try #require(activity.pushToken)
      phone.network.path = .offline
      for i in 1...3 {
        try phone.pushLiveActivity(
          token: token, payload: Self.payload(phone, samples: i), priority: priority)
      }
      // Longer than a push of low priority is delayed.
      try await sleep(3600)
      #expect(activity.text == #"{"samples":0}"#)
      phone.network.path = .wifi
      #expect(activity.text == #"{"samples":3}"#)
    }
    #expect(Self.reasons(world) == Array(repeating: "a newer push took its place", count: 2))
  }

  @Test func `in the dark a push of priority 5 comes later (LA6)`() async throws {
    try await withPhone { phone in
      _ = try await Self.started(phone, RecordingApp.app())
      await phone.lock()
      let activity = phone.liveActivities.shown[0]
      try phone.pushLiveActivity(
        token: try #require(activity.pushToken), payload: Self.payload(phone), priority: 5)
      #expect(activity.text == #"{"samples":0}"#)
      try await sleep(3600)
      #expect(activity.text == #"{"samples":1}"#)
    }
  }

  @Test func `an app that was offline gets its tokens when it is online (LA6, LA7)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      phone.network.path = .offline
      let app = try phone.install(
        RecordingApp.app {
          Task { for await _ in Recording.pushToStartTokenUpdates { print("start") } }
        }
      )
      await phone.open(app)
      await phone.touch(app, "start") { RecordingApp.start(pushType: .token) }
      try await sleep(60)
      #expect(phone.liveActivities.shown[0].pushToken == nil)
      phone.network.path = .wifi
      try await sleep(2)
      #expect(phone.liveActivities.shown[0].pushToken != nil)
    }
    #expect(world.output == ["start"])
  }

  @Test func `an app that was suspended gets every content, in order (LA6)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.started(phone, RecordingApp.app { RecordingApp.observe() })
      let token = try #require(phone.liveActivities.shown[0].pushToken)
      for i in 1...3 {
        try phone.pushLiveActivity(token: token, payload: Self.payload(phone, samples: i))
      }
      await phone.open(app)
      try await sleep(1)
    }
    #expect(
      world.output.filter { $0.hasPrefix("samples") }
        == ["samples 0", "samples 1", "samples 2", "samples 3"])
  }

  @Test func `a state that the app cannot decode is a finding, and the old one stays (LA6)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.started(phone, RecordingApp.app { RecordingApp.observe() })
      let token = try #require(phone.liveActivities.shown[0].pushToken)
      try phone.pushLiveActivity(token: token, payload: Self.payload(phone, samples: "many"))
      await phone.open(app)
      await phone.touch(app, "print") { print(Recording.activities[0].content.state.samples) }
    }
    #expect(world.output.last == "0")
    #expect(world.kinds == [.liveActivityUndecodable.by(.la6)])
  }

  @Test func `all that follow a channel get its pushes (LA6)`() async throws {
    try await withPhone(iOS: 18) { phone in
      let app = try phone.install(RecordingApp.app())
      await phone.open(app)
      await phone.touch(app, "start") {
        for channel in ["a", "a", "b"] { RecordingApp.start(pushType: .channel(channel)) }
      }
      try phone.broadcastLiveActivity(channel: "a", payload: Self.payload(phone, samples: 4))
      #expect(
        phone.liveActivities.shown.map(\.text) == [
          #"{"samples":4}"#, #"{"samples":4}"#, #"{"samples":0}"#,
        ])
    }
  }

  @Test func `the push service names what is wrong with a push (LA6)`() async throws {
    try await withPhone { phone in
      _ = try await Self.started(phone, RecordingApp.app())
      let token = try #require(phone.liveActivities.shown[0].pushToken)
      #expect(throws: PushError.badPriority(3)) {
        try phone.pushLiveActivity(token: token, payload: Self.payload(phone), priority: 3)
      }
      #expect(throws: PushError.noAPS) {
        try phone.pushLiveActivity(token: token, payload: ["event": "update"])
      }
      #expect(throws: PushError.unknownActivityToken) {
        try phone.pushLiveActivity(token: Data([1]), payload: Self.payload(phone))
      }
    }
  }

  @Test func `without the entitlement a request with a token throws, and is a finding (LA6)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(RecordingApp.app(entitlements: []))
      await phone.open(app)
      await phone.touch(app, "start") {
        do {
          _ = try Recording.request(
            attributes: RecordingAttributes(name: "night"), content: RecordingApp.content(0),
            pushType: .token)
        } catch {
          print((error as NSError).domain, (error as NSError).code)
        }
        RecordingApp.start()
      }
      #expect(phone.liveActivities.shown.count == 1)
    }
    #expect(world.output == ["com.apple.ActivityKit.ActivityInput 0"])
    #expect(world.kinds == [.pushNotEntitled.by(.la6)])
  }

  @Test func `an end with an older timestamp is not ignored (LA6)`() async throws {
    try await withPhone { phone in
      _ = try await Self.started(phone, RecordingApp.app())
      let activity = phone.liveActivities.shown[0]
      try phone.pushLiveActivity(
        token: try #require(activity.pushToken), payload: Self.payload(phone, "end", after: -3600))
      #expect(activity.state == "ended")
    }
  }

  // MARK: Start

  /// The place in which the app iterates its activities and their tokens.
  enum Place: String, Sendable, CaseIterable { case launch, front, tooEarly, nowhere }

  /// An app that has given its server the token for starts, and whose process was killed.
  static func waiting(_ phone: Phone, _ place: Place) async throws -> (InstalledApp, Data) {
    var fixture = RecordingApp.app {
      Task {
        for await token in Recording.pushToStartTokenUpdates {
          print("start \(token.base64EncodedString())")
        }
      }
      if place == .launch { RecordingApp.observe() }
      // The token comes a second later.
      if place == .tooEarly { Task { print("early \(Recording.activities.map(\.pushToken))") } }
    }
    fixture.entersForeground = { if place == .front { RecordingApp.observe() } }
    let app = try phone.install(fixture)
    await phone.open(app)
    try await sleep(2)
    let token = try #require(
      phone.liveActivities.startToken(of: app, for: "RecordingAttributes"))
    #expect(phone.world.output.contains("start \(token.base64EncodedString())"))
    await phone.goHome()
    try await sleep(60)
    phone.jetsam(app)
    return (app, token)
  }

  static func start(
    _ phone: Phone, _ more: [String: any Sendable] = [:], isAlert: Bool = true
  ) -> [String: any Sendable] {
    var all: [String: any Sendable] = [
      "attributes-type": "RecordingAttributes", "attributes": ["name": "from the server"],
      "input-push-token": 1,
    ]
    if isAlert { all["alert"] = ["title": "Night", "body": "It begins"] }
    return payload(phone, "start", samples: 3, all.merging(more) { $1 })
  }

  @Test(arguments: Place.allCases)
  func `a push starts one, and the app must observe its token at launch (LA7)`(_ place: Place)
    async throws
  {
    let world = try await withPhone(iOS: 18) { phone in
      let (app, token) = try await Self.waiting(phone, place)
      try phone.pushLiveActivity(token: token, payload: Self.start(phone))
      try await sleep(60)
      #expect(phone.liveActivities.shown.map(\.text) == [#"{"samples":3}"#])
      #expect(app.state == .suspended)
      #expect(phone.liveActivities.shown[0].pushToken != nil)
    }
    #expect(world.launches == [.user, .liveActivity])
    let isObserved = place == .launch
    #expect(world.output.contains("activity from the server") == isObserved)
    #expect(world.output.contains("token 32") == isObserved)
    #expect(world.kinds == (isObserved ? [] : [.liveActivityTokenLost.by(.la7)]))
  }

  struct Unusable: Sendable, CustomTestStringConvertible {
    var iOS: SystemVersion = 18
    var more: [String: any Sendable] = [:]
    var isAlert = true
    let testDescription: String
  }

  @Test(arguments: [
    Unusable(isAlert: false, testDescription: "it needs an alert"),
    Unusable(
      more: ["attributes-type": "Other"],
      testDescription: "it needs attributes-type, attributes and content-state"),
    Unusable(
      iOS: "17.2", more: ["input-push-channel": "a"], testDescription: "a channel needs iOS 18"),
  ])
  func `a push that cannot start one is an event with the reason (LA7)`(_ row: Unusable)
    async throws
  {
    let world = try await withPhone(iOS: row.iOS) { phone in
      let (_, token) = try await Self.waiting(phone, .launch)
      try phone.pushLiveActivity(
        token: token, payload: Self.start(phone, row.more, isAlert: row.isAlert))
      #expect(phone.liveActivities.shown.isEmpty)
    }
    #expect(Self.reasons(world) == [row.testDescription])
  }

  @Test func `a push starts one also after a force-quit, and nobody is launched (LA7)`()
    async throws
  {
    let world = try await withPhone(iOS: 18) { phone in
      let (app, token) = try await Self.waiting(phone, .launch)
      await phone.swipeAway(app)
      try phone.pushLiveActivity(token: token, payload: Self.start(phone))
      try await sleep(60)
      #expect(phone.liveActivities.shown.count == 1)
    }
    #expect(world.launches == [.user])
  }

  @Test func `pushes start at most 10 in an hour, and none before iOS 17.2 (LA7)`() async throws {
    try await withPhone(iOS: 18, change: { $0.liveActivities.limitPerApp = 100 }) { phone in
      let (_, token) = try await Self.waiting(phone, .launch)
      for _ in 1...12 { try phone.pushLiveActivity(token: token, payload: Self.start(phone)) }
      #expect(phone.liveActivities.shown.count == 10)
      try await sleep(3600)
      try phone.pushLiveActivity(token: token, payload: Self.start(phone))
      #expect(phone.liveActivities.shown.count == 11)
    }
    let world = try await withPhone(iOS: 17) { phone in
      let app = try phone.install(
        RecordingApp.app {
          Task { for await token in Recording.pushToStartTokenUpdates { print(token) } }
        })
      await phone.open(app)
      try await sleep(60)
    }
    #expect(world.output.isEmpty)
  }
}
