import CVirtualTime
import Foundation

// Foundation's process-wide objects. The host has one of each; every simulated process must have
// its own. The getters below have the names of Foundation's own, so they are found first.

extension SimulatedProcess {
  /// What Foundation would keep once per operating-system process.
  final class FoundationObjects {
    let notificationCenter = NotificationCenter()
    let mainOperationQueue: OperationQueue = {
      let queue = OperationQueue()
      queue.underlyingQueue = .main
      queue.maxConcurrentOperationCount = 1
      queue.name = "NSOperationQueue Main Queue"
      return queue
    }()
    var defaults: UserDefaults?
    var bundle: Bundle?
  }

  var foundation: FoundationObjects { resident(FoundationObjects.self) { FoundationObjects() } }

  /// Sets what `UserDefaults.standard` is to this process.
  public func setStandardDefaults(_ defaults: UserDefaults) { foundation.defaults = defaults }

  /// Sets what `Bundle.main` is to this process.
  public func setMainBundle(_ bundle: Bundle) { foundation.bundle = bundle }
}

private func hostObject<T: AnyObject>(_ symbol: String, as type: T.Type) -> T {
  Unmanaged<T>.fromOpaque(vt_call_host_getter(vt_host_symbol(symbol))).takeRetainedValue()
}

private var process: SimulatedProcess? {
  guard let process = Simulation.current?.currentProcess, process.state != .dead else { return nil }
  return process
}

@_silgen_name("$s20FoundationEssentials18NotificationCenterC7defaultACvgZ")
public func _defaultNotificationCenter() -> NotificationCenter {
  process?.foundation.notificationCenter
    ?? hostObject("$s20FoundationEssentials18NotificationCenterC7defaultACvgZ", as: NotificationCenter.self)
}

@_silgen_name("$s10Foundation14OperationQueueC4mainACvgZ")
public func _mainOperationQueue() -> OperationQueue {
  process?.foundation.mainOperationQueue
    ?? hostObject("$s10Foundation14OperationQueueC4mainACvgZ", as: OperationQueue.self)
}

@_silgen_name("$s10Foundation12UserDefaultsC8standardACvgZ")
public func _standardUserDefaults() -> UserDefaults {
  process?.foundation.defaults
    ?? hostObject("$s10Foundation12UserDefaultsC8standardACvgZ", as: UserDefaults.self)
}

@_silgen_name("$s10Foundation6BundleC4mainACvgZ")
public func _mainBundle() -> Bundle {
  process?.foundation.bundle ?? hostObject("$s10Foundation6BundleC4mainACvgZ", as: Bundle.self)
}

@_silgen_name("$s10Foundation6ThreadC06isMainB0SbvgZ")
public func _isMainThread() -> Bool {
  if let simulation = Simulation.current { return simulation.isOnMainQueue }
  return vt_call_host_bool_getter(vt_host_symbol("$s10Foundation6ThreadC06isMainB0SbvgZ")) != 0
}
