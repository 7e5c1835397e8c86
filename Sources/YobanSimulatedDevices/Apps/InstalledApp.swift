import Foundation
import YobanVirtualTime

/// An app installed on a device: its definition, its container, and its process, if any.
public final class InstalledApp: @unchecked SimulationConfined {
  public internal(set) var definition: AppDefinition
  /// The folders of the app. An update moves them (DP10).
  public internal(set) var container: Container
  public unowned let device: Device
  /// The extensions of the app, such as its widgets, in the order in which they were installed.
  public internal(set) var extensions: [InstalledApp] = []
  /// The app, followed by its extensions.
  package var withExtensions: [InstalledApp] { [self] + extensions }
  /// The app of which this is an extension; nil for an app.
  public internal(set) weak var host: InstalledApp?
  /// The running or suspended process, or nil.
  public internal(set) var process: AppProcess?
  /// The number of processes that this app has had on this device, including earlier installations.
  public internal(set) var launchCount: Int
  /// Whether the user swiped the app away and has neither opened it nor restarted the device since
  /// (L16).
  public package(set) var isForceQuit = false
  /// The time when the user last opened the app.
  public internal(set) var lastOpened: VirtualInstant?
  /// The crash with which the app's own code has ended the last process; nil if it ended in another way.
  var lastCrash: String?
  /// The number on the app's icon.
  public internal(set) var badge = 0
  /// Whether Background App Refresh is on for this app, in Settings (L18).
  package var allowsBackgroundRefresh = true
  /// The user's answers to the app's permission requests, by permission.
  package var answers: [String: String] = [:]

  /// The app's events in the trace.
  var ownEvents = AppEvents()

  /// The URLs that the user opened in the app and the app has not received.
  package var pendingURLs: [URL] = []

  /// The errno with which the app's next call fails that changes files or makes them durable; nil for none.
  package var nextStorageFailure: Int32? {
    didSet { device.updateSystemCallObservers() }
  }

  /// The number of calls on files that failed on purpose.
  package internal(set) var failedCalls = 0

  /// The number of calls on files that were asked about.
  var systemCalls = 0

  init(_ definition: AppDefinition, on device: Device, root: URL, launchCount: Int) throws {
    self.definition = definition
    self.launchCount = launchCount
    self.device = device
    container = try Container(root: root, app: definition)
  }

  /// The name in traces: that of its process, or of the app without one.
  package var nameInTraces: String { process?.name ?? definition.name }

  /// The protection of the files for which the app asks for none (DP2).
  package var defaultProtection: ProtectionClass {
    definition.entitlements.text(Entitlement.dataProtection).flatMap {
      ProtectionClass(FileProtectionType(rawValue: $0))
    } ?? (device.policy(DataProtectionPolicy.self).protectsByDefault ? .untilFirstUnlock : .none)
  }

  /// Sets the number on the app's icon, without a look at the user's permission.
  package func showBadge(_ number: Int) {
    guard badge != max(0, number) else { return }
    badge = max(0, number)
    device.post(.badge(badge), process: nameInTraces)
  }

  /// Returns the URLs that the app has not received, which it receives now.
  package func takeURLs() -> [URL] {
    defer { pendingURLs = [] }
    return pendingURLs
  }

  /// The state as the system sees it.
  public var state: AppState { process?.systemState ?? .notRunning }
  /// Whether the app has no process, or a prewarmed one that waits (L15).
  package var needsLaunch: Bool { process?.isPrewarmed ?? true }
  /// Whether the app is in the foreground, or enters or leaves it.
  package var isInFront: Bool { state == .active || state == .inactive }
  /// As `isInFront`; on a watch also true while the app is suspended in front, with the wrist down
  /// (WK1).
  package var isFrontmost: Bool { isInFront || process?.isFrontmostWithWristDown == true }
}
