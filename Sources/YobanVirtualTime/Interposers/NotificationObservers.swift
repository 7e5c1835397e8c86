import Foundation

/// The observers of one notification center, in the order of their registration. Apple documents no
/// order; in practice it is this one. Linux's Foundation calls them in the order of a dictionary.
///
/// The center has one observer of its own, which gets every notification and calls these. The center
/// keeps it, and it keeps this object.
private final class NotificationObservers {
  /// A block that an app has registered, and the object that `addObserver` returns for it.
  final class Observer: NSObject {
    let name: Notification.Name?
    let object: Any?
    let queue: OperationQueue?
    let block: @Sendable (Notification) -> Void
    private(set) weak var owner: NotificationObservers?

    init(
      _ name: Notification.Name?, _ object: Any?, _ queue: OperationQueue?,
      _ block: @escaping @Sendable (Notification) -> Void, of owner: NotificationObservers
    ) {
      self.name = name
      self.object = object
      self.queue = queue
      self.block = block
      self.owner = owner
    }

    func wants(_ notification: Notification) -> Bool {
      (name == nil || name == notification.name)
        && (object == nil || isSame(object, notification.object))
    }
  }

  private var observers: [Observer] = []

  func add(_ observer: Observer) { observers.append(observer) }

  /// Removes the observer if it has this name and this object; nil stands for all.
  func remove(_ observer: Observer, _ name: Notification.Name?, _ object: Any?) {
    guard name == nil || name == observer.name, object == nil || isSame(object, observer.object)
    else { return }
    observers.removeAll { $0 === observer }
  }

  /// Calls the observers that were registered before the post and were not removed during it.
  func post(_ notification: Notification) {
    for observer in observers where observer.wants(notification) {
      guard observers.contains(where: { $0 === observer }) else { continue }
      guard let queue = observer.queue, !isCurrent(queue) else {
        observer.block(notification)
        continue
      }
      let block = observer.block
      // Sendable: the post waits until the block has returned.
      nonisolated(unsafe) let notification = notification
      let operation = BlockOperation { block(notification) }
      queue.addOperations([operation], waitUntilFinished: true)
    }
  }

  private func isCurrent(_ queue: OperationQueue) -> Bool {
    queue === OperationQueue.main ? Thread.isMainThread : queue === OperationQueue.current
  }
}

/// Whether two values are the same object. Values that are not objects are never the same, because
/// each gets a new box.
private func isSame(_ a: Any?, _ b: Any?) -> Bool {
  guard let a, let b, type(of: a) is AnyClass, type(of: b) is AnyClass else { return false }
  return a as AnyObject === b as AnyObject
}

/// The observers of each center in a process.
private final class ObserversByCenter {
  /// Weak, because the center keeps its observers: another center may have the address of one that
  /// is gone.
  private struct Entry { weak var observers: NotificationObservers? }
  private var entries: [ObjectIdentifier: Entry] = [:]

  func observers(of center: NotificationCenter) -> NotificationObservers {
    if let observers = entries[ObjectIdentifier(center)]?.observers { return observers }
    let observers = NotificationObservers()
    entries[ObjectIdentifier(center)] = Entry(observers: observers)
    // Sendable: the observers are used only by the holder of the simulation's baton.
    nonisolated(unsafe) let shared = observers
    _ = center.hostAddObserver(nil, nil, nil) { shared.post($0) }
    return observers
  }
}

// MARK: Functions called by foundation.c

extension NotificationCenter {
  /// Foundation's own `addObserver(forName:object:queue:using:)`.
  @_silgen_name("vt_host_add_observer")
  fileprivate func hostAddObserver(
    _ name: Notification.Name?, _ object: Any?, _ queue: OperationQueue?,
    _ block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol

  @_silgen_name("vt_add_observer")
  func vtAddObserver(
    _ name: Notification.Name?, _ object: Any?, _ queue: OperationQueue?,
    _ block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    let byCenter = Simulation.current!.currentProcess.resident(ObserversByCenter.self) {
      ObserversByCenter()
    }
    let observers = byCenter.observers(of: self)
    let observer = NotificationObservers.Observer(name, object, queue, block, of: observers)
    observers.add(observer)
    return observer
  }

  @_silgen_name("vt_remove_observer")
  func vtRemoveObserver(_ observer: Any, _ name: Notification.Name?, _ object: Any?) -> Bool {
    guard let observer = observer as? NotificationObservers.Observer else { return false }
    observer.owner?.remove(observer, name, object)
    return true
  }
}
