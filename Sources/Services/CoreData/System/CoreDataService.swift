import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// Watches the unsaved changes of the contexts of Core Data, and reports their misuse.
///
/// The store itself is a part of the app's process, as on a device: a SQLite file on the simulated disk.
package final class CoreDataService: SystemService {
  /// The unsaved objects of a process by the name of the process.
  private var unsaved: [String: () -> Int] = [:]

  private unowned let device: AppleDevice

  package init(_ device: AppleDevice) { self.device = device }

  /// The time for which a save holds the lock of its store (CD10): none, unless an exploration chooses another one.
  package func saveDuration(of app: InstalledApp) -> Duration {
    let policy = device.policy(CoreDataPolicy.self)
    return device.choose(
      .saveDuration, of: app, in: .zero...policy.saveDurationMax, default: .zero)
  }

  /// Registers what counts the unsaved objects of a process.
  package func observe(_ process: AppProcess, unsavedObjects count: @escaping () -> Int) {
    unsaved[process.name] = count
  }

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    guard let count = unsaved.removeValue(forKey: process.name)?(), count > 0 else { return }
    process.report(.unsavedAtEnd(count))
  }

  package func reportWrongQueue(_ what: String, by process: AppProcess) {
    process.reportOnce(.wrongQueue(what), for: "coredata.wrong-queue")
  }

  package func reportMerged(_ count: Int, policy: String, by process: AppProcess) {
    process.reportOnce(.merged(count, policy), for: "coredata.merged \(policy)")
  }

  package func reportNoModel(_ name: String, by process: AppProcess) {
    process.reportOnce(.noModel(name), for: "coredata.no-model \(name)")
  }
}

extension AppleDevice {
  package final var coreData: CoreDataService { self[CoreDataService.self] }
}
