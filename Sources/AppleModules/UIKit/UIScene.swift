internal import YobanSimulatedApple

/// One instance of the app's user interface.
@preconcurrency @MainActor open class UIScene: UIResponder {
  @nonexhaustive public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  /// The reasons why a scene was connected.
  @preconcurrency @MainActor open class ConnectionOptions: NSObject {
    open var sourceApplication: String? { nil }
    open var handoffUserActivityType: String? { nil }
    open var shortcutItem: UIApplicationShortcutItem? { nil }
    /// The URLs that the user opened to launch the app.
    open private(set) var urlContexts: Set<UIOpenURLContext>

    /// The user's response to a notification that launched the app; the delegate of the notification
    /// center receives it, too.
    public let notificationResponse: UNNotificationResponse?

    init(_ urls: [URL], _ response: UNNotificationResponse? = nil) {
      urlContexts = Set(urls.map(UIOpenURLContext.init))
      notificationResponse = response
    }
  }

  open override var next: UIResponder? { UIApplication.shared }

  open private(set) var session: UISceneSession
  open var delegate: (any UISceneDelegate)?
  open internal(set) var activationState = ActivationState.unattached
  open var title: String! = ""
  open var subtitle = "" {
    didSet { SystemAPI.sceneSubtitle.reportIfTooNew() }
  }

  public required init(session: UISceneSession, connectionOptions: ConnectionOptions) {
    self.session = session
    super.init()
  }

  func keepDelegate(_ delegate: (any UISceneDelegate)?) { self.delegate = delegate }

  public nonisolated static let willConnectNotification = NSNotification.Name(
    "UISceneWillConnectNotification")
  public nonisolated static let didDisconnectNotification = NSNotification.Name(
    "UISceneDidDisconnectNotification")
  public nonisolated static let didActivateNotification = NSNotification.Name(
    "UISceneDidActivateNotification")
  public nonisolated static let willDeactivateNotification = NSNotification.Name(
    "UISceneWillDeactivateNotification")
  public nonisolated static let willEnterForegroundNotification = NSNotification.Name(
    "UISceneWillEnterForegroundNotification")
  public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
    "UISceneDidEnterBackgroundNotification")
}

/// A scene that shows windows.
@preconcurrency @MainActor open class UIWindowScene: UIScene {
  var shown = WindowList()
  /// The window of the scene's storyboard, which the system keeps.
  var storyboardWindow: UIWindow?
  /// The scene's windows. The scene holds weak references to them.
  open var windows: [UIWindow] { shown.windows }
  open var keyWindow: UIWindow? {
    SystemAPI.keyWindowOfScene.reportIfTooNew()
    return windows.first { $0.isKeyWindow }
  }
  open var screen: UIScreen { UIScreen.main }
}

/// The data of a scene that the system keeps between its connections.
@preconcurrency @MainActor open class UISceneSession: NSObject {
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    public static let windowExternalDisplayNonInteractive = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
  }

  open internal(set) weak var scene: UIScene?
  open var role: Role { configuration.role }
  open internal(set) var configuration: UISceneConfiguration
  /// An identifier that is the same in every launch of the app on this device.
  open private(set) var persistentIdentifier: String

  init(configuration: UISceneConfiguration, persistentIdentifier: String) {
    self.configuration = configuration
    self.persistentIdentifier = persistentIdentifier
  }
}

/// The classes of a scene, by default from Info.plist's scene manifest.
@preconcurrency @MainActor open class UISceneConfiguration: NSObject {
  open private(set) var name: String?
  open private(set) var role: UISceneSession.Role
  open var delegateClass: AnyClass?
  open var sceneClass: AnyClass?
  /// The storyboard with the scene's initial view controller, by default `UISceneStoryboardFile`.
  open var storyboard: UIStoryboard?

  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
    super.init()
    let manifest = Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest")
    delegateClass = Self.delegateClass(in: manifest, named: name)
    storyboard = Self.storyboard(in: manifest, named: name)
  }

  /// Creates the first configuration of a manifest.
  init(manifest: Any?) {
    role = .windowApplication
    super.init()
    name = Self.configurations(in: manifest).first?["UISceneConfigurationName"] as? String
    delegateClass = Self.delegateClass(in: manifest, named: name)
    storyboard = Self.storyboard(in: manifest, named: name)
  }

  private static func configurations(in manifest: Any?) -> [[String: Any]] {
    let all = (manifest as? [String: Any])?["UISceneConfigurations"] as? [String: Any]
    return all?[UISceneSession.Role.windowApplication.rawValue] as? [[String: Any]] ?? []
  }

  private static func configuration(in manifest: Any?, named name: String?) -> [String: Any]? {
    let configurations = configurations(in: manifest)
    return configurations.first { $0["UISceneConfigurationName"] as? String == name }
      ?? configurations.first
  }

  private static func delegateClass(in manifest: Any?, named name: String?) -> AnyClass? {
    (configuration(in: manifest, named: name)?["UISceneDelegateClassName"] as? String)
      .flatMap { NSClassFromString($0) }
  }

  private static func storyboard(in manifest: Any?, named name: String?) -> UIStoryboard? {
    (configuration(in: manifest, named: name)?["UISceneStoryboardFile"] as? String)
      .map { UIStoryboard(name: $0, bundle: nil) }
  }
}

/// Receives the events of a scene. At Apple, all methods are optional.
@preconcurrency @MainActor public protocol UISceneDelegate: NSObjectProtocol {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  func sceneDidDisconnect(_ scene: UIScene)
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneWillEnterForeground(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}

extension UISceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func sceneDidDisconnect(_ scene: UIScene) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
}

/// A scene delegate with a window.
@preconcurrency @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate, _WindowDelegate {
  /// Never called: no user selects a quick action.
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}

extension UIWindowSceneDelegate {
  public func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {}
}
