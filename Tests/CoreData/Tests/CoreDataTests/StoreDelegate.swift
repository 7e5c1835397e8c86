import CoreData
import UIKit
import YobanTesting

/// An app that opens its store at the launch, and prints how many samples it has.
class StoreDelegate: UIResponder, UIApplicationDelegate {
  let container = NSPersistentContainer(name: "Nights", managedObjectModel: Models.nights())
  var task = UIBackgroundTaskIdentifier.invalid
  var hasStore: Bool { !container.persistentStoreCoordinator.persistentStores.isEmpty }
  /// The folder of the store; nil for the usual one.
  var folder: URL? { nil }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    if let folder {
      container.persistentStoreDescriptions = [
        NSPersistentStoreDescription(url: folder.appending(path: "Nights.sqlite"))
      ]
    }
    container.loadPersistentStores { _, error in
      if let error = error as NSError? {
        print("not loaded: \(error.code) \(error.userInfo[NSSQLiteErrorDomain] ?? "")")
      }
    }
    guard hasStore else { return true }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Sample")
    print("has \((try? container.viewContext.count(for: request)) ?? -1)")
    started()
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {}

  /// Called when the store is open.
  func started() {}

  /// Calls in each second, also in the background.
  func each(second body: @escaping @MainActor () -> Void) {
    let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
      MainActor.assumeIsolated { body() }
    }
    RunLoop.main.add(timer, forMode: .common)
  }

  func endTask() {
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }
}
