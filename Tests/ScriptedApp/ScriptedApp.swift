import Foundation
import UIKit
import YobanTesting
import YobanVirtualTime

/// The configuration of a test's app. Each closure runs in the app's process, on its main queue.
package struct AppFixture: Sendable {
  package typealias Options = [UIApplication.LaunchOptionsKey: Any]?

  package var name = "Scripted"
  package var plist = InfoPlist()
  package var entitlements: Entitlements = []
  package var launched: @MainActor @Sendable (UIApplication, Options) -> Void = { _, _ in }
  package var entersForeground: @MainActor @Sendable () -> Void = {}
  package var enteredBackground: @MainActor @Sendable () -> Void = {}
  package var terminates: @MainActor @Sendable () -> Void = {}
  /// Handles the events of a background session. Its handler completes them.
  package var sessionEvents: @MainActor @Sendable (String, @escaping () -> Void) -> Void = {
    Kept.of("handler", $1)
  }
  package var bundleIdentifier = "example.vendor.scripted"
  /// The callbacks of the scene of an app with scenes; nil for an app without scenes.
  package var scene: SceneFixture?

  package init(_ launched: @escaping @MainActor @Sendable (UIApplication) -> Void = { _ in }) {
    self.launched = { application, _ in launched(application) }
  }
}

extension Phone {
  /// Installs a test's app.
  package func install(_ appFixture: AppFixture) throws -> InstalledApp {
    try install(.making { ScriptedDelegate(appFixture) }, of: appFixture)
  }

  /// Installs an app with other code than the delegate of a fixture, and the rest of the fixture.
  package func install(_ code: AppCode<Phone>, of appFixture: AppFixture) throws -> InstalledApp {
    var values = appFixture.plist.values
    values["CFBundleName"] = appFixture.name
    if appFixture.scene != nil {
      values["UIApplicationSceneManifest"] = ScriptedSceneDelegate.manifest
    }
    return try install(
      code, infoPlist: InfoPlist(values), bundleIdentifier: appFixture.bundleIdentifier,
      entitlements: appFixture.entitlements)
  }
}

/// The app delegate. It calls the closures of its fixture.
package final class ScriptedDelegate: UIResponder, UIApplicationDelegate {
  let appFixture: AppFixture

  package init(_ appFixture: AppFixture) { self.appFixture = appFixture }

  package func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    appFixture.launched(application, launchOptions)
    return true
  }

  package func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    print("fetch", application.applicationState.rawValue)
    completionHandler(.noData)
  }

  package func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    print("token", deviceToken.count, application.isRegisteredForRemoteNotifications)
  }

  package func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    print((error as NSError).domain, (error as NSError).code)
  }

  package func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    print("push", userInfo["n"] as? Int ?? 0, application.applicationState.rawValue)
    return .newData
  }

  package func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    print("delegate")
  }
  package func applicationWillEnterForeground(_ application: UIApplication) {
    appFixture.entersForeground()
  }
  package func applicationDidEnterBackground(_ application: UIApplication) {
    appFixture.enteredBackground()
  }
  package func applicationWillTerminate(_ application: UIApplication) { appFixture.terminates() }

  package func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    appFixture.sessionEvents(identifier, completionHandler)
  }
}

/// Retains objects under a name until the process ends.
@MainActor package enum Kept {
  private final class Store { var values: [String: Any] = [:] }

  private static var store: Store { AppProcess.current!.process.resident(Store.self) { Store() } }

  package static func of(_ name: String, _ value: Any) { store.values[name] = value }
  package static func release(_ name: String) { store.values[name] = nil }
  package static func get<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    store.values[name] as? Value
  }
}

/// A phone with one app.
package struct WorldFixture: @unchecked SimulationConfined {
  package let world: World
  package let phone: Phone
  package let app: InstalledApp

  package init(world: World, phone: Phone, app: InstalledApp) {
    (self.world, self.phone, self.app) = (world, phone, app)
  }

  package func touch(_ body: @escaping @MainActor @Sendable () -> Void) async {
    await phone.touch(app, "test", body)
  }
}

/// Adds a phone to the test's world, installs the scripted app and, by default, opens it.
package func startApp(
  _ appFixture: AppFixture, iOS version: SystemVersion = 17, opened: Bool = true,
  gateway: (any HTTPGateway)? = nil, change: (inout DeviceProfile) -> Void = { _ in }
) async throws -> WorldFixture {
  let world = try World.current
  world.gateway = gateway
  let phone = try world.addPhone(iOS: version, change: change)
  let app = try phone.install(appFixture)
  if opened { await phone.open(app) }
  return WorldFixture(world: world, phone: phone, app: app)
}

/// A server that is implemented by a closure.
package final class FakeGateway: HTTPGateway, @unchecked SimulationConfined {
  package private(set) var requests: [HTTPExchangeRequest] = []
  /// The moments of the requests.
  package private(set) var moments: [VirtualInstant] = []
  /// The error that refuses every request while it is set.
  package var refusal: HTTPExchangeError?
  private let answer: (HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse

  package init(
    _ answer: @escaping (HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse
  ) {
    self.answer = answer
  }

  /// Responds to every request with 200 and a short body.
  package convenience init(body: String = "stored") {
    self.init { (_) throws(HTTPExchangeError) in
      HTTPExchangeResponse(
        status: 200, headers: [HTTPField("Retry-After", "7")], body: Array(body.utf8))
    }
  }

  package func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError)
    -> HTTPExchangeResponse
  {
    requests.append(request)
    moments.append(Simulation.current!.now)
    if let refusal { throw refusal }
    return try answer(request)
  }
}
