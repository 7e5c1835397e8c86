import Foundation
internal import YobanSimulatedDevices

extension NotificationCenter {
  /// Adds an observer whose method is called on the thread that posts the notification.
  ///
  /// The center does not retain the observer, and an observer need not be removed before it is
  /// released.
  public func addObserver(
    _ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?,
    object anObject: Any?
  ) {
    let target = SelectorTarget(observer)
    let token = addObserver(forName: aName, object: anObject, queue: nil) { notification in
      guard let observer = target.object else { return }
      aSelector.send(to: observer, notification)
    }
    SelectorObservers.current.add(
      SelectorObservers.Entry(
        target: target, token: token, center: ObjectIdentifier(self), name: aName,
        object: anObject.map(SelectorTarget.init)),
      to: self)
  }

  /// Removes all entries of an observer, also of the observers that were added with a selector.
  public func removeObserver(_ observer: AnyObject) {
    removeObserver(observer, name: nil, object: nil)
  }

  /// Removes the entries of an observer for a name and an object. Nil means any.
  public func removeObserver(
    _ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?
  ) {
    for token in SelectorObservers.current.remove(observer, aName, anObject, from: self) {
      removeObserver(token as Any, name: nil, object: nil)
    }
    removeObserver(observer as Any, name: aName, object: anObject)
  }
}

/// The target of a message: an object that is held weakly, or a type.
///
/// Sendable: nothing is assigned after the initializer, and reading a weak reference is safe on every
/// thread.
final class SelectorTarget: @unchecked Sendable {
  private weak var instance: AnyObject?
  private let type: Any.Type?

  init(_ target: Any) {
    type = target as? Any.Type
    instance = type == nil ? target as AnyObject : nil
  }

  /// Nil after the object was released.
  var object: Any? { type ?? instance }

  func isSame(as other: Any) -> Bool {
    if let type { return type == other as? Any.Type }
    return instance === other as AnyObject
  }
}

/// The observers that were added with a selector, in the order in which they were added. Each
/// simulated process has its own.
///
/// Sendable: the lock protects the entries.
final class SelectorObservers: @unchecked Sendable {
  struct Entry {
    let target: SelectorTarget
    let token: any NSObjectProtocol
    let center: ObjectIdentifier
    let name: NSNotification.Name?
    let object: SelectorTarget?
  }

  private static let outsideOfApps = SelectorObservers()
  private let lock = NSLock()
  private var entries: [Entry] = []

  static var current: SelectorObservers {
    guard let app = AppProcess.current else { return outsideOfApps }
    return app.process.resident(SelectorObservers.self) { SelectorObservers() }
  }

  func add(_ entry: Entry, to center: NotificationCenter) {
    let released = lock.withLock {
      defer { entries.append(entry) }
      return takeAll { $0.center == entry.center && $0.target.object == nil }
    }
    for token in released { center.removeObserver(token as Any, name: nil, object: nil) }
  }

  /// Returns the tokens of the removed entries.
  func remove(
    _ observer: AnyObject, _ name: NSNotification.Name?, _ object: Any?,
    from center: NotificationCenter
  ) -> [any NSObjectProtocol] {
    lock.withLock {
      takeAll { entry in
        guard entry.center == ObjectIdentifier(center), entry.target.isSame(as: observer) else {
          return false
        }
        if let name, entry.name != name { return false }
        if let object { return entry.object?.isSame(as: object) ?? false }
        return true
      }
    }
  }

  private func takeAll(_ isTaken: (Entry) -> Bool) -> [any NSObjectProtocol] {
    let taken = entries.filter(isTaken).map(\.token)
    entries.removeAll(where: isTaken)
    return taken
  }
}
