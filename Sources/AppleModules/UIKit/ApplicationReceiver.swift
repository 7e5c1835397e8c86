internal import YobanSimulatedApple
internal import YobanVirtualTime

/// UIKit's part of a simulated process: calls the app for the system's events.
///
/// The process keeps this object, which keeps the application, its delegate and its scenes. All are
/// released when the process ends.
@MainActor final class ApplicationReceiver: ApplicationEventReceiver {
  let application: UIApplication
  let delegate: any UIApplicationDelegate
  let process: AppProcess
  private var scene: UIWindowScene?

  static var current: ApplicationReceiver? {
    Simulation.current?.currentProcess.existingResident(ApplicationReceiver.self)
  }

  /// The app's scene, while one is connected. May be used on any thread of the app: a simulation runs one
  /// thread at a time, and passing the baton orders the accesses.
  nonisolated static var connectedScene: UIScene? {
    Simulation.current?.currentProcess.existingResident(ApplicationReceiver.self)?.connectedScene
  }
  private nonisolated(unsafe) var connectedScene: UIScene?

  private init(_ process: AppProcess, delegate make: () -> any UIApplicationDelegate) {
    self.process = process
    application = UIApplication(process)
    delegate = make()
    application.delegate = delegate
  }

  static func start(delegate type: NSObject.Type) {
    start {
      guard let delegate = makeObject(of: type) as? any UIApplicationDelegate else {
        preconditionFailure("\(type) does not conform to UIApplicationDelegate")
      }
      return delegate
    }
  }

  /// Starts the app of the calling process with a delegate that the closure makes.
  static func start(delegate make: () -> any UIApplicationDelegate) {
    guard let process = AppProcess.current else {
      preconditionFailure(
        "UIApplicationMain was called outside a simulated device: install the app on one and open it (World, Device)"
      )
    }
    let host = process.process.resident(ApplicationReceiver.self) {
      ApplicationReceiver(process, delegate: make)
    }
    process.attach(host)
  }

  // MARK: ApplicationEventReceiver. The system makes these calls on the process's main queue.

  nonisolated func deliver(_ step: LifecycleStep, cause: LaunchCause) {
    MainActor.assumeIsolated { call(step.callback, cause) }
  }

  nonisolated func backgroundTaskExpired(_ identifier: Int) {
    MainActor.assumeIsolated { application.assertions.expire(identifier) }
  }

  nonisolated func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping () -> Void
  ) {
    // The handler is called on this thread or on a later one of the same simulation.
    nonisolated(unsafe) let completionHandler = completionHandler
    MainActor.assumeIsolated {
      process.noteCall("handleEventsForBackgroundURLSession", identifier)
      delegate.application(
        application, handleEventsForBackgroundURLSession: identifier,
        completionHandler: completionHandler)
    }
  }

  private func call(_ callback: LifecycleCallback, _ cause: LaunchCause) {
    switch callback {
    case .didFinishLaunching:
      requireScenes()
      let options = launchOptions(cause)
      _ = delegate.application(application, willFinishLaunchingWithOptions: options)
      let window = connectMainStoryboard()
      _ = delegate.application(application, didFinishLaunchingWithOptions: options)
      window?.makeKeyAndVisible()
      post(UIApplication.didFinishLaunchingNotification)
    case .sceneWillConnect: connectScene()
    case .sceneWillEnterForeground:
      scene?.activationState = .foregroundInactive
      sceneDelegate?.sceneWillEnterForeground(scene!)
      post(UIScene.willEnterForegroundNotification, scene)
      post(UIApplication.willEnterForegroundNotification)
    case .sceneDidBecomeActive:
      deliverURLs()
      scene?.activationState = .foregroundActive
      sceneDelegate?.sceneDidBecomeActive(scene!)
      post(UIScene.didActivateNotification, scene)
      post(UIApplication.didBecomeActiveNotification)
    case .sceneWillResignActive:
      sceneDelegate?.sceneWillResignActive(scene!)
      scene?.activationState = .foregroundInactive
      post(UIScene.willDeactivateNotification, scene)
      post(UIApplication.willResignActiveNotification)
    case .sceneDidEnterBackground:
      scene?.activationState = .background
      sceneDelegate?.sceneDidEnterBackground(scene!)
      post(UIScene.didEnterBackgroundNotification, scene)
      post(UIApplication.didEnterBackgroundNotification)
    case .sceneDidDisconnect: disconnectScene()
    case .applicationWillEnterForeground:
      delegate.applicationWillEnterForeground(application)
      post(UIApplication.willEnterForegroundNotification)
    case .applicationDidBecomeActive:
      deliverURLs()
      delegate.applicationDidBecomeActive(application)
      post(UIApplication.didBecomeActiveNotification)
    case .applicationWillResignActive:
      delegate.applicationWillResignActive(application)
      post(UIApplication.willResignActiveNotification)
    case .applicationDidEnterBackground:
      delegate.applicationDidEnterBackground(application)
      post(UIApplication.didEnterBackgroundNotification)
    case .applicationWillTerminate:
      delegate.applicationWillTerminate(application)
      post(UIApplication.willTerminateNotification)
    case .performFetch, .didReceiveRemoteNotification, .didReceiveMemoryWarning:
      break  // have methods of their own
    case .applicationOnCreate, .activityOnStart, .activityOnResume, .activityOnPause,
      .activityOnStop:
      break  // these occur on Android only
    }
  }

  /// The launch options for the cause of the launch; always nil for an app with scenes (L13).
  private func launchOptions(_ cause: LaunchCause) -> [UIApplication.LaunchOptionsKey: Any]? {
    guard process.app.definition.infoPlist.lifecycle(on: .iOS) != .scenes else { return nil }
    if let url = process.app.pendingURLs.first { return [.url: url] }
    guard !cause.options.isEmpty else { return nil }
    return cause.options.reduce(into: [:]) { options, option in
      options[UIApplication.LaunchOptionsKey(rawValue: option.key)] =
        switch option.value {
        case .flag(let flag): flag
        case .texts(let texts): texts
        case .json(let payload): propertyList(payload)
        }
    }
  }

  // MARK: Scenes

  /// Ends an app that needs scenes on this version, and has none (L22).
  private func requireScenes() {
    let plist = process.app.definition.infoPlist
    guard process.app.device.policy(LifecyclePolicy.self).requiresScenes,
      plist.lifecycle(on: .iOS) == .applicationDelegate
    else { return }
    if let sdk = plist.sdk, sdk >= 27 {
      AppProcess.raise(
        "Application failed to launch: UIScene life cycle is required for apps built with this SDK."
      )
    }
    process.reportOnce(.withoutScenes, for: "app.without-scenes")
  }

  private var sceneDelegate: (any UISceneDelegate)? { scene?.delegate }

  private func connectScene() {
    let session = UISceneSession(
      configuration: UISceneConfiguration(
        manifest: process.app.definition.infoPlist.values["UIApplicationSceneManifest"]),
      persistentIdentifier: SystemRecord("SceneSession", of: process.app).readOrMake(process.app)
        .uuidString)
    let options = UIScene.ConnectionOptions(
      process.app.takeURLs(), UNNotificationResponse.launching(process))
    let configuration = delegate.application(
      application, configurationForConnecting: session, options: options)
    session.configuration = configuration
    let scene = UIWindowScene(session: session, connectionOptions: options)
    session.scene = scene
    self.scene = scene
    application.connectedScenes = [scene]
    connectedScene = scene
    application.openSessions = [session]
    if let type = configuration.delegateClass as? NSObject.Type {
      scene.keepDelegate(makeObject(of: type) as? any UISceneDelegate)
    }
    let window = connectStoryboard(configuration.storyboard, of: scene)
    scene.delegate?.scene(scene, willConnectTo: session, options: options)
    // A delegate that made a window of its own shows that one.
    if let window, (scene.delegate as? any UIWindowSceneDelegate)?.window ?? window === window {
      window.makeKeyAndVisible()
    }
    post(UIScene.willConnectNotification, scene)
  }

  /// Gives the scene's delegate a window with the initial view controller of its storyboard.
  private func connectStoryboard(_ storyboard: UIStoryboard?, of scene: UIWindowScene) -> UIWindow?
  {
    guard let storyboard else { return nil }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = storyboard.instantiateInitialViewController()
    scene.storyboardWindow = window
    (scene.delegate as? any UIWindowSceneDelegate)?.window = window
    return window
  }

  /// The same for the app's delegate, in an app without scenes.
  private func connectMainStoryboard() -> UIWindow? {
    let list = process.app.definition.infoPlist
    guard list.lifecycle(on: .iOS) != .scenes, let name = list.text("UIMainStoryboardFile") else {
      return nil
    }
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController =
      UIStoryboard(name: name, bundle: nil).instantiateInitialViewController()
    application.storyboardWindow = window
    delegate.window = window
    return window
  }

  private func disconnectScene() {
    guard let scene else { return }
    scene.activationState = .unattached
    scene.delegate?.sceneDidDisconnect(scene)
    post(UIScene.didDisconnectNotification, scene)
    application.connectedScenes = []
    connectedScene = nil
    self.scene = nil
  }

  /// Delivers the URLs that the user opened in the app.
  func deliverURLs() {
    let urls = process.app.takeURLs()
    guard !urls.isEmpty else { return }
    if let scene {
      scene.delegate?.scene(scene, openURLContexts: Set(urls.map(UIOpenURLContext.init)))
    } else {
      for url in urls { _ = delegate.application(application, open: url, options: [:]) }
    }
  }

  func post(_ name: Notification.Name, _ object: Any? = nil) {
    NotificationCenter.default.post(name: name, object: object ?? application)
  }
}
