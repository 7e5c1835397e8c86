import Synchronization
import UIKit
import WatchKit
import YobanSimulatedOS
import YobanVirtualTime

extension Phone {
  /// Simulates a touch: records `control`, a label of your choice, in the trace, and runs the body
  /// with the app's delegate, in the app's process. Returns when the body has run or the process
  /// has ended.
  ///
  /// ```swift
  /// await phone.touch(app, "record") { (delegate: AppDelegate) in delegate.record() }
  /// ```
  ///
  /// If the app does not run, only the trace records the touch. Records an issue if the app's
  /// delegate has another class.
  public func touch<Delegate: UIApplicationDelegate>(
    _ app: InstalledApp, _ control: String,
    _ body: @escaping @MainActor @Sendable (Delegate) -> Void
  ) async {
    await touch(app, control, delegate: { UIApplication.shared.delegate }, body)
  }
}

extension Device {
  /// Simulates a touch: records `control`, a label of the caller's choice, in the trace, and runs
  /// the body with the app's delegate, in the app's process. Reports a mistake if the delegate has
  /// another class.
  ///
  /// - Parameter delegate: returns the delegate; called in the app's process.
  func touch<Delegate>(
    _ app: InstalledApp, _ control: String,
    delegate: @escaping @MainActor @Sendable () -> Any?,
    _ body: @escaping @MainActor @Sendable (Delegate) -> Void
  ) async {
    let problem = Mutex<String?>(nil)
    await touch(app, control) {
      guard let known = delegate() as? Delegate else {
        let other = delegate().map { "\(type(of: $0))" } ?? "nil"
        return problem.withLock {
          $0 = "The delegate of the app is \(other), and not \(Delegate.self)."
        }
      }
      body(known)
    }
    if let problem = problem.withLock(\.self) { Misuse.report(problem) }
  }
}

extension Watch {
  /// Simulates a touch: records `control`, a label of your choice, in the trace, and runs the body
  /// with the app's delegate, in the app's process. Returns when the body has run or the process
  /// has ended.
  ///
  /// If the app does not run, only the trace records the touch. Records an issue if the app's
  /// delegate has another class.
  public func touch<Delegate: WKApplicationDelegate>(
    _ app: InstalledApp, _ control: String,
    _ body: @escaping @MainActor @Sendable (Delegate) -> Void
  ) async {
    await touch(app, control, delegate: { WKApplication.shared().delegate }, body)
  }

  /// As the other `touch`, for an app with a `WKExtensionDelegate`.
  public func touch<Delegate: WKExtensionDelegate>(
    _ app: InstalledApp, _ control: String,
    _ body: @escaping @MainActor @Sendable (Delegate) -> Void
  ) async {
    await touch(app, control, delegate: { WKExtension.shared().delegate }, body)
  }
}
