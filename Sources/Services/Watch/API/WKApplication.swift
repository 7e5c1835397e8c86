internal import YobanSimulatedApple
internal import YobanVirtualTime

@nonexhaustive public enum WKApplicationState: Int, Sendable {
  case active = 0
  case inactive = 1
  case background = 2
}

/// The watch app as its own process sees it. There is one object per simulated process.
@preconcurrency @MainActor open class WKApplication: NSObject {
  private let process: AppProcess
  private var system: ServiceHandle<WatchService> {
    ServiceHandle(process.app.watchService, of: process, for: "WKApplication")
  }

  init(_ process: AppProcess) {
    self.process = process
    super.init()
  }

  /// The application of the simulated process whose code calls.
  open class func shared() -> WKApplication {
    guard let host = WatchApplicationReceiver.current else {
      preconditionFailure(
        "WKApplication.shared() was used outside a watch app: run the app on a simulated watch")
    }
    return host.application
  }

  open internal(set) weak var delegate: (any WKApplicationDelegate)?
  /// The current state of the app's life cycle (WK1).
  open var applicationState: WKApplicationState { WKApplicationState(process) }
  /// Whether the user keeps the app in the dock.
  open var isApplicationRunningInDock: Bool { system.service.isInDock(process.app) }

  /// Requests a background task at a date or later (WK9). A later request replaces an earlier one.
  ///
  /// - Parameter scheduledCompletion: Called soon afterwards, on the main queue.
  open func scheduleBackgroundRefresh(
    withPreferredDate preferredFireDate: Date, userInfo: (any NSSecureCoding & NSObjectProtocol)?,
    scheduledCompletion: @escaping ((any Error)?) -> Void
  ) {
    system.scheduleRefresh(preferredFireDate, userInfo, scheduledCompletion)
  }

  /// Requests a background task that prepares the app's snapshot.
  open func scheduleSnapshotRefresh(
    withPreferredDate preferredFireDate: Date, userInfo: (any NSSecureCoding & NSObjectProtocol)?,
    scheduledCompletion: @escaping ((any Error)?) -> Void
  ) {
    system.scheduleSnapshot(preferredFireDate, userInfo, scheduledCompletion)
  }

  public static let didFinishLaunchingNotification = NSNotification.Name(
    "WKApplicationDidFinishLaunchingNotification")
  public static let didBecomeActiveNotification = NSNotification.Name(
    "WKApplicationDidBecomeActiveNotification")
  public static let willResignActiveNotification = NSNotification.Name(
    "WKApplicationWillResignActiveNotification")
  public static let willEnterForegroundNotification = NSNotification.Name(
    "WKApplicationWillEnterForegroundNotification")
  public static let didEnterBackgroundNotification = NSNotification.Name(
    "WKApplicationDidEnterBackgroundNotification")
}

/// The equivalent of `WKApplication` for an app with a WatchKit extension.
@preconcurrency @MainActor open class WKExtension: NSObject {
  private let process: AppProcess
  private var system: ServiceHandle<WatchService> {
    ServiceHandle(process.app.watchService, of: process, for: "WKExtension")
  }

  init(_ process: AppProcess) {
    self.process = process
    super.init()
  }

  /// The extension of the simulated process whose code calls.
  open class func shared() -> WKExtension {
    guard let host = WatchApplicationReceiver.current else {
      preconditionFailure(
        "WKExtension.shared() was used outside a watch app: run the app on a simulated watch")
    }
    return host.watchExtension
  }

  open weak var delegate: (any WKExtensionDelegate)?
  open var applicationState: WKApplicationState { WKApplicationState(process) }
  open var isApplicationRunningInDock: Bool { system.service.isInDock(process.app) }

  /// Whether the app stays frontmost for 8 min after the wrist was lowered. Has an effect only from
  /// watchOS 4 to 7 (WK1).
  @available(*, deprecated, message: "No longer supported")
  open var isFrontmostTimeoutExtended: Bool {
    get { frontmostTimeoutIsExtended }
    set {
      frontmostTimeoutIsExtended = newValue
      system("isFrontmostTimeoutExtended") {
        $0.setFrontmostTimeoutExtended(newValue, for: process)
      }
    }
  }
  private var frontmostTimeoutIsExtended = false

  open func scheduleBackgroundRefresh(
    withPreferredDate preferredFireDate: Date, userInfo: (any NSSecureCoding & NSObjectProtocol)?,
    scheduledCompletion: @escaping ((any Error)?) -> Void
  ) {
    system.scheduleRefresh(preferredFireDate, userInfo, scheduledCompletion)
  }

  open func scheduleSnapshotRefresh(
    withPreferredDate preferredFireDate: Date, userInfo: (any NSSecureCoding & NSObjectProtocol)?,
    scheduledCompletion: @escaping ((any Error)?) -> Void
  ) {
    system.scheduleSnapshot(preferredFireDate, userInfo, scheduledCompletion)
  }
}

extension WKApplicationState {
  init(_ process: AppProcess) {
    self =
      switch process.visibleState {
      case .active: .active
      case .inactive: .inactive
      case .background, .suspended, .notRunning: .background
      }
  }
}

extension ServiceHandle<WatchService> {
  @MainActor fileprivate func scheduleRefresh(
    _ date: Date, _ userInfo: (any NSSecureCoding & NSObjectProtocol)?,
    _ done: @escaping ((any Error)?) -> Void
  ) {
    self("scheduleBackgroundRefresh(withPreferredDate:userInfo:scheduledCompletion:)") {
      $0.scheduleRefresh(at: process.instant(date), userInfo: archive(userInfo), for: process)
    }
    DispatchQueue.main.async { done(nil) }
  }

  @MainActor fileprivate func scheduleSnapshot(
    _ date: Date, _ userInfo: (any NSSecureCoding & NSObjectProtocol)?,
    _ done: @escaping ((any Error)?) -> Void
  ) {
    self("scheduleSnapshotRefresh(withPreferredDate:userInfo:scheduledCompletion:)") {
      $0.scheduleSnapshot(at: process.instant(date), userInfo: archive(userInfo), for: process)
    }
    DispatchQueue.main.async { done(nil) }
  }
}

extension AppProcess {
  /// Converts a date of the app's clock to an instant of the simulation, not before its start.
  func instant(_ date: Date) -> VirtualInstant {
    let wall = min(max(0, (date.timeIntervalSince1970 * 1e9).rounded()), 9e18)
    return VirtualInstant(nanoseconds: max(0, process.time(ofWallTime: Int64(wall))))
  }
}

/// Archives the app's user info of a task. Returns nil if it cannot be archived.
private func archive(_ info: (any NSSecureCoding & NSObjectProtocol)?) -> [UInt8]? {
  info.flatMap {
    try? NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: true)
  }.map(Array.init)
}
