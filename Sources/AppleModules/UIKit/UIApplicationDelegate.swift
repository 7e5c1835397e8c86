internal import YobanSimulatedApple

/// The requirement that the delegates of an app and of a scene share: one class can be both.
@preconcurrency @MainActor public protocol _WindowDelegate: NSObjectProtocol {
  var window: UIWindow? { get set }
}

extension _WindowDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
  /// `window` as an optional requirement, as Apple declares it. YobanPort writes uses of it.
  public var window_yobanOptional: UIWindow?? { .some(window) }
}

/// Receives the events of an app. At Apple, all methods are optional; here they have default
/// implementations.
@preconcurrency @MainActor public protocol UIApplicationDelegate: _WindowDelegate {

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func applicationDidFinishLaunching(_ application: UIApplication)
  func applicationDidBecomeActive(_ application: UIApplication)
  func applicationWillResignActive(_ application: UIApplication)
  func applicationDidEnterBackground(_ application: UIApplication)
  func applicationWillEnterForeground(_ application: UIApplication)
  func applicationWillTerminate(_ application: UIApplication)
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
  /// Called when another day or daylight saving time began, or the clock was set (TM1).
  func applicationSignificantTimeChange(_ application: UIApplication)
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error)
  /// Called for a push with `content-available`. Call the handler within about 30 s.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
  /// The asynchronous form of the previous method.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)
  /// The asynchronous form. The events have been handled when it returns.
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String) async
  /// Called for a background fetch, in the background. Call the handler within about 30 s.
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  )
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
  /// Called when the user opens a URL in an app without scenes.
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool
  /// Never called: no user selects a quick action.
  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
  func application(
    _ application: UIApplication,
    didRegister notificationSettings: UIUserNotificationSettings)
}

extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {}
  public func application(
    _ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings
  ) {}

  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool { true }

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    applicationDidFinishLaunching(application)
    return true
  }

  public func applicationDidFinishLaunching(_ application: UIApplication) {}
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
  public func applicationSignificantTimeChange(_ application: UIApplication) {}
  public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
  public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
  public func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}
  public func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    // Both are used on the main queue, on which this method is also called.
    nonisolated(unsafe) let (info, completionHandler) = (userInfo, completionHandler)
    Task { @MainActor in
      completionHandler(
        await self.application(application, didReceiveRemoteNotification: info))
    }
  }
  public nonisolated(nonsending) func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult { .noData }
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    nonisolated(unsafe) let completionHandler = completionHandler  // called on the main queue
    Task { @MainActor in
      await self.application(application, handleEventsForBackgroundURLSession: identifier)
      completionHandler()
    }
  }
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
  ) async {}
  public func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    completionHandler(.noData)
  }
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { connectingSceneSession.configuration }
  public func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool { false }

  /// The entry point of an app whose delegate is marked `@main`.
  public static func main() {
    guard let type = Self.self as? NSObject.Type else {
      preconditionFailure(
        "\(Self.self) must be a class that inherits from NSObject, such as UIResponder")
    }
    ApplicationReceiver.start(delegate: type)
  }
}

/// Starts the app of the calling simulated process. Call it on the main thread. Unlike on a device,
/// it returns, and the process continues with its main queue.
///
/// - Parameters:
///   - principalClassName: nil or `UIApplication`; subclasses of it are not supported here.
///   - delegateClassName: The name of the delegate's class, such as
///     `NSStringFromClass(AppDelegate.self)`.
@discardableResult public func UIApplicationMain(
  _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
  precondition(
    principalClassName.map { NSClassFromString($0) == UIApplication.self } ?? true,
    "a subclass of UIApplication cannot be simulated: leave principalClassName nil")
  guard let name = delegateClassName, let type = NSClassFromString(name) as? NSObject.Type else {
    preconditionFailure(
      "there is no class \(delegateClassName ?? "nil") that inherits from NSObject")
  }
  MainActor.assumeIsolated { ApplicationReceiver.start(delegate: type) }
  return 0
}

/// Starts the app of the calling simulated process with a delegate that the closure makes, for a test
/// that gives its delegate something.
@MainActor package func UIApplicationMain(delegate make: () -> any UIApplicationDelegate) {
  ApplicationReceiver.start(delegate: make)
}

/// The entry point of an app, which SwiftUI's `App` has. An app conforms to `App` instead.
@MainActor @preconcurrency public protocol _ApplicationEntryPoint {
  @MainActor @preconcurrency static func main()
}

/// The entry point of an app extension, which WidgetKit's `Widget` and `WidgetBundle` have.
@MainActor @preconcurrency public protocol _ExtensionEntryPoint {
  @MainActor @preconcurrency static func main()
}
