import Foundation
import VirtualTime

/// An app on a device: its definition, its container, and the process it runs in, if any.
///
/// Sendable: touched only by the holder of the simulation's baton, like its device.
public final class InstalledApp: @unchecked Sendable {
  public let definition: AppDefinition
  public let container: Container
  public unowned let device: Device
  /// The running or suspended process, or nil.
  public internal(set) var process: AppProcess?
  /// How many processes this app has had on this device, earlier installations included.
  public internal(set) var launchCount: Int
  /// Whether the user swiped the app away and has neither opened it nor restarted the device since (L16).
  public internal(set) var isForceQuit = false
  /// When the user opened it last.
  public internal(set) var lastOpened: VirtualInstant?
  /// The number on its icon.
  public internal(set) var badge = 0
  /// Background App Refresh for this app, in Settings (L18).
  var allowsBackgroundRefresh = true
  /// What the user answered when the app asked for something, by what it asked for.
  var answers: [String: String] = [:]

  init(_ definition: AppDefinition, on device: Device, root: URL, launchCount: Int) throws {
    self.definition = definition
    self.launchCount = launchCount
    self.device = device
    container = try Container(root: root, app: definition)
  }

  /// The state as the system sees it.
  public var state: AppState { process?.systemState ?? .notRunning }
  /// Whether it has no process, or one that was started ahead and waits (L15).
  var needsLaunch: Bool { process?.isPrewarmed ?? true }
  /// In front, or on the way there or from there.
  var isInFront: Bool { state == .active || state == .inactive }
  /// As before, and on a watch also suspended in front, with the wrist down (WK1).
  var isFrontmost: Bool { isInFront || process?.isFrontmostWithWristDown == true }
}
