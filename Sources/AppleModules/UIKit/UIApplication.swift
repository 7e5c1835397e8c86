internal import YobanSimulatedApple
internal import YobanVirtualTime

/// The app as its own process sees it. There is one object per simulated process.
@preconcurrency @MainActor open class UIApplication: UIResponder {
  @nonexhaustive public enum State: Int, Sendable {
    case active = 0
    case inactive = 1
    case background = 2
  }

  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
    public static let sourceApplication = Self(
      rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
    public static let remoteNotification = Self(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
    public static let location = Self(rawValue: "UIApplicationLaunchOptionsLocationKey")
    public static let bluetoothCentrals = Self(
      rawValue: "UIApplicationLaunchOptionsBluetoothCentralsKey")
    public static let bluetoothPeripherals = Self(
      rawValue: "UIApplicationLaunchOptionsBluetoothPeripheralsKey")
    public static let shortcutItem = Self(rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
    public static let userActivityDictionary = Self(
      rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
    public static let userActivityType = Self(
      rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
  }

  /// The application of the simulated process whose code calls. Before `UIApplicationMain` runs, such as in the
  /// initializer of an `App`, an object that the system does not know; on a device it is nil there.
  public static var shared: UIApplication {
    guard let application = ApplicationReceiver.current?.application else {
      if let process = AppProcess.current { return UIApplication(process) }
      preconditionFailure(
        "UIApplication.shared was used outside an app: run the app on a simulated device (World, Device.open)"
      )
    }
    return application
  }

  /// A weak reference, as on a device. `UIApplicationMain` keeps the delegate that it created.
  open weak var delegate: (any UIApplicationDelegate)?
  /// Whether the screen stays lit while the app is in the foreground, on a device that locks itself
  /// automatically (`Device.autoLock`).
  open var isIdleTimerDisabled: Bool {
    get { process.keepsScreenOn }
    set { process.keepsScreenOn = newValue }
  }
  open var supportsMultipleScenes: Bool { false }
  open internal(set) var connectedScenes: Set<UIScene> = []
  open internal(set) var openSessions: Set<UISceneSession> = []

  /// Nonisolated: some members may be used on any thread of the app. A simulation runs one thread at a
  /// time, and passing the baton orders the accesses.
  nonisolated(unsafe) let process: AppProcess
  nonisolated let assertions: BackgroundTaskAssertions
  /// The number of `UIAction`s without an identifier so far.
  var actions = 0
  /// The keep-alive handler of a VoIP app (BG8).
  var keepAliveHandler: (() -> Void)?

  init(_ process: AppProcess) {
    self.process = process
    assertions = BackgroundTaskAssertions(process)
    super.init()
  }

  open override var next: UIResponder? { delegate as? UIResponder }

  /// The current state of the app's life cycle (L1 to L5).
  open var applicationState: State {
    switch process.visibleState {
    case .active: .active
    case .inactive: .inactive
    case .background, .suspended, .notRunning: .background
    }
  }

  /// Whether the user allows Background App Refresh for the device and for this app (L18).
  open var backgroundRefreshStatus: UIBackgroundRefreshStatus {
    switch process.app.appleDevice.backgroundRefreshStatus(of: process.app) {
    case .available: .available
    case .denied: .denied
    case .restricted: .restricted
    }
  }
  /// The number on the app's icon. Kept across launches of the app.
  open var applicationIconBadgeNumber: Int {
    get { process.app.badge }
    set { process.app.appleDevice.notifications.setIconBadge(newValue, process) }
  }
  /// Whether files of complete protection are accessible: on a device with a passcode, from an unlock
  /// until 10 s after the next lock (DP1, DP5).
  nonisolated open var isProtectedDataAvailable: Bool {
    process.app.device.protection.lock.hasCompleteKeys
  }

  // MARK: Windows

  /// The window of the app's main storyboard, which the system keeps.
  var storyboardWindow: UIWindow?
  private var shown = WindowList()

  @available(*, deprecated, message: "use the windows of a UIWindowScene")
  open var windows: [UIWindow] { allWindows }
  @available(*, deprecated, message: "use the windows of a UIWindowScene")
  open var keyWindow: UIWindow? { key }

  /// The windows of all scenes, and the windows shown without a scene.
  var allWindows: [UIWindow] {
    let ofScenes = connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows)
    return ofScenes + shown.windows.filter { window in !ofScenes.contains { $0 === window } }
  }
  var key: UIWindow? { allWindows.first { $0.isKeyWindow } }

  func makeKey(_ window: UIWindow) {
    if window.windowScene == nil { shown.add(window) }
    for other in allWindows { other.isKeyWindow = other === window }
  }
}

extension UIApplication {
  public nonisolated static let didFinishLaunchingNotification = NSNotification.Name(
    "UIApplicationDidFinishLaunchingNotification")
  public nonisolated static let didBecomeActiveNotification = NSNotification.Name(
    "UIApplicationDidBecomeActiveNotification")
  public nonisolated static let willResignActiveNotification = NSNotification.Name(
    "UIApplicationWillResignActiveNotification")
  public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  public nonisolated static let willEnterForegroundNotification = NSNotification.Name(
    "UIApplicationWillEnterForegroundNotification")
  /// Never posted.
  public nonisolated static let userDidTakeScreenshotNotification = NSNotification.Name(
    "UIApplicationUserDidTakeScreenshotNotification")
  public nonisolated static let didReceiveMemoryWarningNotification = NSNotification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
  public nonisolated static let backgroundRefreshStatusDidChangeNotification =
    NSNotification.Name("UIApplicationBackgroundRefreshStatusDidChangeNotification")
  /// Posted when the device is locked, before files of complete protection become inaccessible (DP5).
  public nonisolated static let significantTimeChangeNotification =
    NSNotification.Name("UIApplicationSignificantTimeChangeNotification")
  public nonisolated static let protectedDataWillBecomeUnavailableNotification =
    NSNotification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
  /// Posted when the device was unlocked (DP5).
  public nonisolated static let protectedDataDidBecomeAvailableNotification =
    NSNotification.Name("UIApplicationProtectedDataDidBecomeAvailable")
  public nonisolated static let willTerminateNotification = NSNotification.Name(
    "UIApplicationWillTerminateNotification")
}
