import AndroidFramework
import Testing
import UIKit
import WatchKit
import YobanTesting

/// An app delegate that gets a closure from its test.
private final class CountingDelegate: UIResponder, UIApplicationDelegate {
  private let launched: @Sendable () -> Int
  private(set) var number = 0

  init(_ launched: @escaping @Sendable () -> Int) { self.launched = launched }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    number = launched()
    return true
  }
}

/// The delegate of a watch app.
private final class WristDelegate: NSObject, WKApplicationDelegate {
  private let greeting: String

  override init() { greeting = "hello" }
  init(_ greeting: String) { self.greeting = greeting }

  func applicationDidFinishLaunching() { print(greeting) }
  func look() { print("looks at \(greeting)") }
}

/// An Android application that gets a text from its test.
private final class GreetingApplication: Application, @unchecked SimulationConfined {
  private let greeting: String

  init(_ greeting: String) {
    self.greeting = greeting
    super.init()
  }
  required init() {
    greeting = "hello"
    super.init()
  }

  override func onCreate() { print(greeting) }
}

/// Counts launches.
private final class Counter: @unchecked SimulationConfined { var count = 0 }

@Suite(.world(findings: [])) struct AppKindTests {
  @Test func `a test makes the delegate of an app, and touches it`() async throws {
    let world = try World.current
    let phone = try world.addPhone()
    let counter = Counter()
    let app = try phone.install(
      .making {
        CountingDelegate {
          counter.count += 1
          return counter.count
        }
      })
    await phone.open(app)
    phone.jetsam(app)
    await phone.open(app)
    await phone.touch(app, "count") { (delegate: CountingDelegate) in print(delegate.number) }
    #expect(app.log.texts == ["2"])
    #expect(app.log.map(\.launch) == [2])
    #expect(counter.count == 2)
  }

  @Test func `a watch app is installed from its delegate, or from one that the test makes`()
    async throws
  {
    let world = try World.current
    let watch = try world.addWatch(pairedWith: nil)
    let first = try watch.install(
      .delegate(WristDelegate.self), bundleIdentifier: "com.example.first")
    let second = try watch.install(
      .making {
        WristDelegate("good evening")
      }, bundleIdentifier: "com.example.second")
    await watch.open(first)
    await watch.open(second)
    await watch.touch(second, "look") { (delegate: WristDelegate) in delegate.look() }
    #expect(world.log.texts == ["hello", "good evening", "looks at good evening"])
  }

  @Test func `an Android app is installed from its manifest and its classes`() async throws {
    let phone = try World.current.addAndroidPhone(api: 34)
    let manifest = AndroidManifest(
      package: "com.example.diary", targetSdkVersion: 34, components: [])
    let app = try phone.install(
      manifest, application: { GreetingApplication("good morning") }, components: [])
    await phone.open(app)
    #expect(app.definition.name == "diary")
    #expect(app.log.texts == ["good morning"])
  }

  @Test func `the log has times, and the lines after a line`() async throws {
    let world = try World.current
    let phone = try world.addPhone()
    let app = try phone.install(.delegate(SampleAppDelegate.self))
    await phone.open(app)
    try await world.pass(.seconds(12))
    await phone.goHome()
    #expect(app.log.timedTexts.last?.hasSuffix(" in background") == true)
    #expect(app.log.texts(after: "launched") == ["in background"])
    #expect(app.log.texts(after: "nothing").isEmpty)
    let time = try #require(app.log.time(from: "launched", to: "in background"))
    #expect(time > .seconds(11) && time < .seconds(14))
    #expect(app.log.time(from: "launched", to: "nothing") == nil)
  }
}
