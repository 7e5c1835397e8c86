import VirtualTime

/// What launches apps in background at a good moment: tasks of BGTaskScheduler, background fetch and
/// silent pushes.
public final class SchedulerService {
  private unowned let device: Device

  init(_ device: Device) { self.device = device }

  // MARK: What happens to apps and the device

  func conditionsChanged() {}
  func enteredForeground(_ app: InstalledApp) {}
  func enteredBackground(_ app: InstalledApp) {}
  func processEnded(_ process: AppProcess) {}
  func forceQuit(_ app: InstalledApp) {}
  func appDeleted(_ app: InstalledApp) {}
  func deviceWentDown() {}
  func deviceCameUp() {}
}
