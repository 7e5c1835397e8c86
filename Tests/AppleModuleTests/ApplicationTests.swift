import Foundation
import Testing
import YobanTesting

@testable import YobanMainApp
@testable import UIKit

@Suite struct ApplicationTests {
  @Test(.world()) func `an application delegate marked with @main is an app`() async throws {
    let world = try World.current
    let phone = try world.addPhone()
    let app = try phone.install(.delegate(YobanMainApp.AppDelegate.self))
    await phone.open(app)
    #expect(app.state == .active)
    try await Task.sleep(for: .seconds(1))
    let rows = world.trace.events.compactMap { event -> String? in
      switch event.kind.payload {
      case let output as TraceEvent.Output: output.text
      case TraceEvent.AppEvent.callback(let callback, _): callback.rawValue
      default: nil
      }
    }
    #expect(
      rows == [
        "viewDidLoad", "viewWillAppear", "didFinishLaunching", "applicationDidBecomeActive",
        "viewDidAppear",
      ])
  }

  @Test
  func `each of several parallel simulations has its own UIApplication, the same in every call`()
    async throws
  {
    try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 1...4 {
        group.addTask {
          var appFixture = AppFixture { application in
            application.connectedScenes = []
            print(application === UIApplication.shared, application.delegate is ScriptedDelegate)
            DispatchQueue.main.asyncAfter(deadline: .now() + Double(number)) {
              print(application === UIApplication.shared, Bundle.main.bundleIdentifier!)
            }
          }
          appFixture.bundleIdentifier = "example.vendor.app\(number)"
          return try await withWorld(seed: UInt64(number)) { [appFixture] world in
            _ = try await startApp(appFixture)
            try await world.pass(.seconds(10))
            return world.log.timedTexts
          }
        }
      }
      for try await lines in group {
        #expect(lines.count == 2)
        let number = try #require(lines[1].first.flatMap { Int(String($0)) })
        #expect(lines == ["0.0 true true", "\(number).0 true example.vendor.app\(number)"])
      }
    }
  }

  @Test(.world()) func `each process has its own application, and the next launch has another one`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { application in
        UserDefaults.standard.set(
          UserDefaults.standard.integer(forKey: "launches") + 1, forKey: "launches")
        application.isIdleTimerDisabled.toggle()
        print(UserDefaults.standard.integer(forKey: "launches"), application.isIdleTimerDisabled)
      })
    fixture.phone.jetsam(fixture.app)
    await fixture.phone.open(fixture.app)
    #expect(fixture.world.log.texts == ["1 true", "2 true"])
  }

  @Test(.world()) func `a launch by the user has no launch options`() async throws {
    var appFixture = AppFixture()
    appFixture.launched = { application, options in
      print(options == nil, application.applicationState.rawValue)
    }
    let fixture = try await startApp(appFixture)
    #expect(fixture.world.log.texts == ["true 1"], "inactive without scenes (L5)")
  }

  @Test(.world())
  func `the delegate is called before the notification, with the current state (L5)`()
    async throws
  {
    let names: [(Notification.Name, String)] = [
      (UIApplication.didFinishLaunchingNotification, "launched"),
      (UIApplication.didBecomeActiveNotification, "active"),
      (UIApplication.willResignActiveNotification, "resigns"),
      (UIApplication.didEnterBackgroundNotification, "background"),
      (UIApplication.willEnterForegroundNotification, "foreground"),
      (UIApplication.willTerminateNotification, "terminates"),
    ]
    var appFixture = AppFixture { _ in
      for (name, text) in names {
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
          let sender = note.object as? UIApplication
          MainActor.assumeIsolated {
            print(
              text, UIApplication.shared.applicationState.rawValue, sender === UIApplication.shared)
          }
        }
      }
    }
    appFixture.enteredBackground = { print("delegate") }
    appFixture.terminates = { print("delegate") }
    let fixture = try await startApp(appFixture)
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    await fixture.phone.open(fixture.app)
    await fixture.phone.swipeAway(fixture.app)
    #expect(
      fixture.world.log.texts == [
        "launched 1 true", "active 0 true", "resigns 0 true", "delegate", "background 2 true",
        "foreground 2 true", "active 0 true", "resigns 0 true", "delegate", "background 2 true",
        "delegate",
        "terminates 2 true",
      ])
  }

  // MARK: Ownership

  @Test(.world())
  func `UIKit retains the application delegate and scene delegates, but no windows`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { application in
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        print(
          application.windows.count, application.keyWindow === window,
          window.rootViewController!.isViewLoaded)
      })
    await fixture.touch {
      print(UIApplication.shared.windows.count, UIApplication.shared.delegate != nil)
    }
    #expect(fixture.world.log.texts == ["1 true true", "0 true"])
  }

  @Test(.world()) func `a new root view controller appears, the old one disappears`() async throws {
    final class Page: UIViewController {
      override func viewWillAppear(_ animated: Bool) { print(title!, "will appear") }
      override func viewDidAppear(_ animated: Bool) {
        print(title!, "appeared", view.window != nil)
      }
      override func viewWillDisappear(_ animated: Bool) { print(title!, "will disappear") }
      override func viewDidDisappear(_ animated: Bool) {
        print(title!, "disappeared", view.window == nil)
      }
    }
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      let window = UIWindow()
      Kept.of("window", window)
      let (first, second) = (Page(), Page())
      (first.title, second.title) = ("first", "second")
      window.rootViewController = first
      window.makeKeyAndVisible()
      window.makeKeyAndVisible()
      DispatchQueue.main.async { window.rootViewController = second }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "first will appear", "first appeared true", "first will disappear",
        "first disappeared true",
        "second will appear", "second appeared true",
      ])
  }
}
