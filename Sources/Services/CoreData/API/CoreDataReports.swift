import YobanFoundation
internal import YobanSimulatedApple

/// Reports of the module to the simulated device.
enum CoreDataReports {
  private static var service: (CoreDataService, AppProcess)? {
    guard let process = AppProcess.current, let device = process.app.device as? AppleDevice else {
      return nil
    }
    return (device.coreData, process)
  }

  /// Registers the contexts of the calling process, so that the device knows what is not saved when the process ends.
  static func observe(_ contexts: ContextList) {
    guard let (service, process) = service else { return }
    service.observe(process) { contexts.unsavedObjects }
  }

  static func wrongQueue(_ context: NSManagedObjectContext, _ object: NSManagedObject?) {
    guard let (service, process) = service else { return }
    let what = object.map { "\($0.entity.name ?? "an object") was used" } ?? "A context was used"
    service.reportWrongQueue(what, by: process)
  }

  /// Waits for as long as the device lets a save hold the lock of its store.
  static func waitForSave() {
    guard let (service, process) = service else { return }
    let time = service.saveDuration(of: process.app)
    if time > .zero { Thread.sleep(forTimeInterval: time / .seconds(1)) }
  }

  static func merged(_ count: Int, _ policy: NSMergePolicyType) {
    guard let (service, process) = service else { return }
    service.reportMerged(count, policy: "\(policy)", by: process)
  }

  static func noModel(_ name: String) {
    guard let (service, process) = service else { return }
    service.reportNoModel(name, by: process)
  }
}
