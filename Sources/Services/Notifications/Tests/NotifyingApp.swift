import UIKit
import UserNotifications
import YobanTesting
import YobanVirtualTime

/// An app of the tests with notifications: its delegate navigates to the screen that a notification names,
/// and prints what it receives.
final class NotifyingDelegate: UIResponder, UIApplicationDelegate {
  private let fixture: NotifyingApp
  private var responses: NotificationListener?
  var window: UIWindow?

  init(_ fixture: NotifyingApp) { self.fixture = fixture }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let list = UIViewController()
    list.title = "Recordings"
    let navigation = UINavigationController(rootViewController: list)
    let window = UIWindow()
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    self.window = window
    let listener = NotificationListener(navigation, fixture.showing)
    responses = listener
    if fixture.setsDelegate { UNUserNotificationCenter.current().delegate = listener }
    fixture.launched()
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { print("active") }
  func applicationDidEnterBackground(_ application: UIApplication) { fixture.inBackground() }
}

/// The configuration of the app. Each closure runs in the app's process, on its main queue.
struct NotifyingApp: Sendable {
  var plist = InfoPlist(["CFBundleName": "Night"])
  var setsDelegate = true
  var showing: UNNotificationPresentationOptions = []
  var launched: @MainActor @Sendable () -> Void = {}
  var inBackground: @MainActor @Sendable () -> Void = {}

  @MainActor static func ask(_ options: UNAuthorizationOptions = [.alert, .badge, .sound]) {
    UNUserNotificationCenter.current().requestAuthorization(options: options) { isGranted, error in
      print("permission \(isGranted)\(error.map { " \(($0 as NSError).code)" } ?? "")")
    }
  }

  /// Adds a notification, and prints the error if it is refused.
  @MainActor static func notify(
    _ identifier: String, _ title: String = "", trigger: UNNotificationTrigger? = nil,
    _ fill: (UNMutableNotificationContent) -> Void = { _ in }
  ) {
    let content = UNMutableNotificationContent()
    content.title = title
    fill(content)
    let request = UNNotificationRequest(
      identifier: identifier, content: content, trigger: trigger)
    UNUserNotificationCenter.current().add(request) { error in
      if let error { print("\(identifier) refused \((error as NSError).code)") }
    }
  }

  @MainActor static func after(_ seconds: Double, repeats: Bool = false) -> UNNotificationTrigger {
    UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats)
  }
}

@MainActor final class NotificationListener: NSObject, @MainActor UNUserNotificationCenterDelegate {
  private let navigation: UINavigationController
  private let showing: UNNotificationPresentationOptions

  init(_ navigation: UINavigationController, _ showing: UNNotificationPresentationOptions) {
    self.navigation = navigation
    self.showing = showing
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    print("will present \(notification.request.identifier)")
    completionHandler(showing)
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let text = (response as? UNTextInputNotificationResponse).map { " \($0.userText)" } ?? ""
    let isInFront = UIApplication.shared.applicationState != .background
    print(
      "response \(response.actionIdentifier.split(separator: ".").last!)\(text) to \(response.notification.request.identifier)\(isInFront ? "" : " in background")"
    )
    if response.actionIdentifier == UNNotificationDefaultActionIdentifier,
      let screen = response.notification.request.content.userInfo["screen"] as? String
    {
      let controller = UIViewController()
      controller.title = screen
      let label = UILabel()
      label.text = "Details of \(screen)"
      controller.view.addSubview(label)
      navigation.pushViewController(controller, animated: false)
    }
    completionHandler()
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {
    print("settings for \(notification?.request.identifier ?? "none")")
  }
}

/// A phone with the app, which was opened and whose permission was asked if the app does so.
struct NotifyingFixture {
  let world: World
  let phone: Phone
  let app: InstalledApp

  var lines: [String] { app.log.texts }

  /// The last response that the app printed.
  var lastResponse: String? { lines.last { $0.hasPrefix("response") } }

  /// The kinds of the findings of the run.
  var findings: [Finding.Kind] {
    world.trace.events.compactMap { event in
      if let finding = event.kind.finding { finding.kind } else { nil }
    }
  }

  /// The times at which notifications were shown.
  var deliveries: [VirtualInstant] {
    world.trace.events.compactMap { event in
      if case .shown = event.kind.notification { event.instant } else { nil }
    }
  }

  static func start(
    _ fixture: NotifyingApp, iOS version: SystemVersion = 17, entitlements: Entitlements = [],
    _ prepare: (NotifyingFixture) -> Void = { _ in }
  ) async throws -> NotifyingFixture {
    let world = try World.current
    let phone = try world.addPhone("phone", .iPhone(iOS: version))
    let app = try phone.install(
      .making {
        NotifyingDelegate(fixture)
      }, infoPlist: fixture.plist, entitlements: entitlements)
    let fixture = NotifyingFixture(world: world, phone: phone, app: app)
    prepare(fixture)
    await phone.open(app)
    try await world.pass(.seconds(5))
    return fixture
  }
}
