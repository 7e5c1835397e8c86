internal import YobanVirtualTime

/// The delegate of an app with SwiftUI's life cycle. It owns the app's graph, and passes UIKit's calls on to
/// the delegate of `UIApplicationDelegateAdaptor`.
final class SwiftUIAppDelegate: UIResponder, UIApplicationDelegate {
  let graph: ViewGraph
  let connection = SceneConnection()
  private let adopted = AdoptedDelegate.current

  init(_ makeGraph: () -> ViewGraph) {
    graph = makeGraph()
    super.init()
    graph.root.environment.sceneConnection = connection
  }

  private var user: (any UIApplicationDelegate)? { adopted.delegate as? any UIApplicationDelegate }

  /// Changes the environment of the whole app.
  func change(_ body: (inout EnvironmentValues) -> Void) { graph.changeEnvironment(body) }

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // The app's properties and scenes exist before its delegate is called.
    graph.update()
    return user?.application(application, willFinishLaunchingWithOptions: launchOptions) ?? true
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    user?.application(application, didFinishLaunchingWithOptions: launchOptions) ?? true
  }

  func applicationWillTerminate(_ application: UIApplication) {
    user?.applicationWillTerminate(application)
  }
  func applicationSignificantTimeChange(_ application: UIApplication) {
    user?.applicationSignificantTimeChange(application)
  }
  func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    user?.applicationDidReceiveMemoryWarning(application)
  }
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    user?.application(
      application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
  }
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    user?.application(application, didFailToRegisterForRemoteNotificationsWithError: error)
  }
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    guard let user else { return completionHandler(.noData) }
    user.application(
      application, didReceiveRemoteNotification: userInfo,
      fetchCompletionHandler: completionHandler)
  }
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    if BackgroundTaskHandlers.current.handleEvents(ofSession: identifier, completionHandler) {
      return
    }
    guard let user else { return completionHandler() }
    user.application(
      application, handleEventsForBackgroundURLSession: identifier,
      completionHandler: completionHandler)
  }
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    guard let user else { return completionHandler(.noData) }
    user.application(application, performFetchWithCompletionHandler: completionHandler)
  }

  /// The scene's delegate is always SwiftUI's; it passes the calls on to that of the app's configuration.
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration =
      user?.application(
        application, configurationForConnecting: connectingSceneSession, options: options)
      ?? connectingSceneSession.configuration
    adopted.sceneDelegateClass = configuration.delegateClass
    configuration.delegateClass = SwiftUISceneDelegate.self
    return configuration
  }
}

/// The delegate of the app's scene. It shows the app's window group in a window.
final class SwiftUISceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private var user: (any UISceneDelegate)?

  private var delegate: SwiftUIAppDelegate {
    UIApplication.shared.delegate as! SwiftUIAppDelegate
  }

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    if let type = AdoptedDelegate.current.sceneDelegateClass as? NSObject.Type {
      user = makeObject(of: type) as? any UISceneDelegate
    }
    delegate.connection.isConnected = true
    SceneStorageValues.current.restore(session.persistentIdentifier)
    delegate.change { _ in }
    if let scene = scene as? UIWindowScene {
      let window = UIWindow(windowScene: scene)
      window.rootViewController = GraphController(delegate.graph)
      self.window = window
      user?.scene(scene, willConnectTo: session, options: connectionOptions)
      window.makeKeyAndVisible()
    }
    open(connectionOptions.urlContexts)
  }

  func sceneDidDisconnect(_ scene: UIScene) {
    user?.sceneDidDisconnect(scene)
    SceneStorageValues.current.discard()
  }

  func sceneWillEnterForeground(_ scene: UIScene) {
    user?.sceneWillEnterForeground(scene)
    delegate.change { $0.scenePhase = .inactive }
  }
  func sceneDidBecomeActive(_ scene: UIScene) {
    user?.sceneDidBecomeActive(scene)
    delegate.change { $0.scenePhase = .active }
  }
  func sceneWillResignActive(_ scene: UIScene) {
    user?.sceneWillResignActive(scene)
    delegate.change { $0.scenePhase = .inactive }
  }
  func sceneDidEnterBackground(_ scene: UIScene) {
    user?.sceneDidEnterBackground(scene)
    delegate.change { $0.scenePhase = .background }
    SceneStorageValues.current.save()
  }

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    user?.scene(scene, openURLContexts: URLContexts)
    open(URLContexts)
  }

  private func open(_ contexts: Set<UIOpenURLContext>) {
    for url in contexts.map(\.url).sorted(by: { $0.absoluteString < $1.absoluteString }) {
      delegate.graph.update()
      delegate.graph.open(url)
    }
  }
}
