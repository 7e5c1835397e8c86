import Foundation

/// A service of a device's system, which is notified of events of apps and of the device.
///
/// `Device.services` lists the services of its platform. `Device.notifyServices` sends every event to all of
/// them, in that order.
package protocol SystemService: AnyObject {
  /// The app entered background and is not suspended yet. A service that keeps it running must
  /// grant run time now.
  func enteredBackground(_ process: AppProcess)
  /// The app leaves background; all its run time grants were removed.
  func enteredForeground(_ process: AppProcess)
  /// The app became active.
  func becameActive(_ process: AppProcess)
  /// The process was launched; its launch callbacks are on its main queue.
  func launched(_ process: AppProcess)
  /// The app's CPU load or its state changed.
  func processorLoadChanged(_ process: AppProcess)
  /// The app used more of the processor than a session may that keeps it running.
  ///
  /// - Parameter why: what it used, in words for the trace.
  func exceededProcessorCap(_ process: AppProcess, _ why: String)
  /// The process was suspended.
  func suspended(_ process: AppProcess)
  /// The process was resumed; the change of the app's state follows.
  func resumed(_ process: AppProcess)
  /// The process is about to end; `app.process` is nil already.
  func processEnded(_ process: AppProcess, reason: TerminationReason)
  /// The user force-quit the app, whether it ran or not (L16). Its process has ended.
  func appForceQuit(_ app: InstalledApp)
  /// The user turned Background App Refresh off for the app (L18).
  func backgroundRefreshDenied(_ app: InstalledApp)
  /// An update of the app moved its container (DP10).
  func containerMoved(of app: InstalledApp, from old: URL, to new: URL)
  func appDeleted(_ app: InstalledApp)
  /// The device went down for a reboot; its processes have ended.
  func deviceWentDown()
  func deviceCameUp()
  /// The device's profile changed, with an update of its system.
  func profileChanged()
  /// The device was unlocked for the first time since it booted (L17).
  func deviceWasUnlocked()
  /// The user set the clock ahead by the difference, or back; the processes have the new time already.
  func clockWasSet(by difference: Duration)
  /// The time zone changed; the processes have the new one already.
  func timeZoneChanged(from before: TimeZone)
  /// The language or the region changed; the processes have the new ones already.
  func localeChanged(isOtherLanguage: Bool)
  /// The device was locked or unlocked, or has booted, or the user set or removed the passcode.
  func lockChanged()
  /// The screen, the charger, the network or a setting changed.
  func conditionsChanged()
  /// The device's place changed.
  func placeChanged()
  /// The device started or stopped moving.
  func movementChanged()
  func appInstalled(_ app: InstalledApp)
  /// Content arrived for an app that cannot receive it, because it does not run or is in the background.
  func contentArrived(for app: InstalledApp, from source: ContentSource)
  /// The screen turned on; `conditionsChanged` follows.
  func screenCameOn()
  /// The device is being carried, or was put down (speed 0, no course).
  ///
  /// - Parameters:
  ///   - speed: in meters per second.
  ///   - course: in degrees clockwise from true north.
  func carried(at speed: Double, course: Double?)
  /// The process began a background task.
  func backgroundTaskBegan(_ process: AppProcess)
  /// The granted run time of a process in the background is over.
  func runTimeEnded(_ process: AppProcess)
  /// The user is about to look at the device or to touch it.
  func userComes()
  /// Whether the user's settings let the system launch or resume the app in the background (L18).
  /// One service that answers false is enough to forbid it.
  func mayLaunchInBackground(_ app: InstalledApp) -> Bool
  /// Whether a session of the app, such as a workout, keeps it running in the background. One service that answers
  /// true is enough.
  func keepsRunning(_ app: InstalledApp) -> Bool
  /// Whether the app may use the radio in the background as in front, because the user sees something of it. One
  /// service that answers true is enough.
  func givesForegroundPrivileges(to app: InstalledApp) -> Bool
  /// The answer of `givesForegroundPrivileges(to:)` may have changed.
  func foregroundPrivilegesMayHaveChanged(of app: InstalledApp)
  /// The Bluetooth peers to which the user has given the app access one by one, by their identifiers on the device;
  /// nil if the app needs a permission for all of them. One service that answers is enough.
  func chosenPeers(of app: InstalledApp) -> [UUID]?
  /// The answer of `chosenPeers(of:)` has changed.
  func chosenPeersChanged(of app: InstalledApp)
  /// Whether power management lets the process use the network. One service that answers false is
  /// enough to forbid it.
  func mayUseNetwork(_ process: AppProcess) -> Bool
  /// The app is about to receive the callback that makes it active; called on its main queue.
  func willBecomeActive(_ process: AppProcess)
  /// The requests of the app for which the system may launch, resume or call it while the user does
  /// nothing, each in a few words for a message; empty if there is none.
  func obligations(to app: InstalledApp) -> [String]
}

/// Where content for an app comes from.
package enum ContentSource: Sendable, Hashable {
  /// The other device of a watch and its phone.
  case counterpart
  /// A Bluetooth accessory.
  case accessory
}

extension SystemService {
  package func enteredBackground(_ process: AppProcess) {}
  package func enteredForeground(_ process: AppProcess) {}
  package func becameActive(_ process: AppProcess) {}
  package func launched(_ process: AppProcess) {}
  package func processorLoadChanged(_ process: AppProcess) {}
  package func exceededProcessorCap(_ process: AppProcess, _ why: String) {}
  package func suspended(_ process: AppProcess) {}
  package func resumed(_ process: AppProcess) {}
  package func processEnded(_ process: AppProcess, reason: TerminationReason) {}
  package func appForceQuit(_ app: InstalledApp) {}
  package func backgroundRefreshDenied(_ app: InstalledApp) {}
  package func containerMoved(of app: InstalledApp, from old: URL, to new: URL) {}
  package func appDeleted(_ app: InstalledApp) {}
  package func deviceWentDown() {}
  package func profileChanged() {}
  package func deviceCameUp() {}
  package func deviceWasUnlocked() {}
  package func clockWasSet(by difference: Duration) {}
  package func timeZoneChanged(from before: TimeZone) {}
  package func localeChanged(isOtherLanguage: Bool) {}
  package func lockChanged() {}
  package func conditionsChanged() {}
  package func placeChanged() {}
  package func movementChanged() {}
  package func appInstalled(_ app: InstalledApp) {}
  package func contentArrived(for app: InstalledApp, from source: ContentSource) {}
  package func screenCameOn() {}
  package func carried(at speed: Double, course: Double?) {}
  package func backgroundTaskBegan(_ process: AppProcess) {}
  package func runTimeEnded(_ process: AppProcess) {}
  package func userComes() {}
  package func mayLaunchInBackground(_ app: InstalledApp) -> Bool { true }
  package func keepsRunning(_ app: InstalledApp) -> Bool { false }
  package func givesForegroundPrivileges(to app: InstalledApp) -> Bool { false }
  package func foregroundPrivilegesMayHaveChanged(of app: InstalledApp) {}
  package func chosenPeers(of app: InstalledApp) -> [UUID]? { nil }
  package func chosenPeersChanged(of app: InstalledApp) {}
  package func mayUseNetwork(_ process: AppProcess) -> Bool { true }
  package func willBecomeActive(_ process: AppProcess) {}
  package func obligations(to app: InstalledApp) -> [String] { [] }
}
