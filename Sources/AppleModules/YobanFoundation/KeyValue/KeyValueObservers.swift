import Foundation
import Synchronization
internal import YobanSimulatedDevices

/// The observers of properties in one simulated process.
///
/// A setter that was made observable by YobanPort says which property it changes: its observers are called, even
/// if the value is the same, as on a device. An object of Apple's says only that it has changed: an observer is
/// called if its property has another value than before. A key path of several properties, and a property that is
/// computed from others, are compared in the same way after each change in the process.
///
/// Sendable: the lock protects the observers. They are called outside of it, on the thread of the change.
final class KeyValueObservers: @unchecked Sendable {
  /// A property of an object, and its observer.
  final class Observer {
    weak var object: AnyObject?
    let property: Property
    let options: NSKeyValueObservingOptions
    /// The value when it was last read.
    var last: Any?
    let read: (AnyObject) -> Any?
    let call: (AnyObject, Change) -> Void
    /// The observing object that `removeObserver` names.
    weak var target: AnyObject?
    let context: UnsafeMutableRawPointer?

    init(
      _ property: Property, of object: AnyObject, _ options: NSKeyValueObservingOptions,
      target: AnyObject? = nil, context: UnsafeMutableRawPointer? = nil,
      read: @escaping (AnyObject) -> Any?, call: @escaping (AnyObject, Change) -> Void
    ) {
      self.object = object
      self.property = property
      self.options = options
      self.target = target
      self.context = context
      self.read = read
      self.call = call
      last = read(object)
    }
  }

  enum Property: Equatable {
    case path(AnyKeyPath)
    case name(String)
  }

  struct Change {
    var old: Any?
    var new: Any?
    var isPrior = false
  }

  /// The number of all observers in this program. Nothing is looked up while it is 0.
  private static let count = Atomic<Int>(0)
  private static let outsideOfApps = KeyValueObservers()

  /// The observers of the calling process; nil if nothing is observed anywhere.
  static var active: KeyValueObservers? {
    count.load(ordering: .relaxed) > 0 ? current : nil
  }

  static var current: KeyValueObservers {
    guard let app = AppProcess.current else { return outsideOfApps }
    return app.process.resident(KeyValueObservers.self) { KeyValueObservers() }
  }

  private let lock = NSLock()
  /// In the order in which they were added.
  private var observers: [(number: Int, observer: Observer)] = []
  private var next = 0
  /// Tells of changes of user defaults.
  private var defaultsToken: (any NSObjectProtocol)?

  deinit { Self.count.subtract(observers.count, ordering: .relaxed) }

  /// Adds an observer, and calls it at once if it wants the initial value.
  ///
  /// - Returns: a number for `remove`.
  func add(_ observer: Observer) -> Int {
    let number = lock.withLock {
      let ended = observers.count
      observers.removeAll { $0.observer.object == nil }
      Self.count.add(1 + observers.count - ended, ordering: .relaxed)
      next += 1
      observers.append((next, observer))
      return next
    }
    if observer.object is UserDefaults, defaultsToken == nil {
      defaultsToken = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: nil, queue: nil
      ) { [weak self] notification in
        if let defaults = notification.object as? UserDefaults { self?.changed(defaults) }
      }
    }
    if observer.options.contains(.initial), let object = observer.object {
      observer.call(object, Change(new: observer.last))
    }
    return number
  }

  func remove(_ number: Int) {
    lock.withLock {
      guard let index = observers.firstIndex(where: { $0.number == number }) else { return }
      observers.remove(at: index)
      Self.count.subtract(1, ordering: .relaxed)
    }
  }

  /// Removes the newest observer that was added with a target for a property of an object.
  ///
  /// - Returns: whether there was one.
  func remove(
    _ target: AnyObject, of object: AnyObject, _ name: String, context: UnsafeMutableRawPointer??
  ) -> Bool {
    lock.withLock {
      let found = observers.lastIndex {
        $0.observer.target === target && $0.observer.object === object
          && $0.observer.property == .name(name)
          && (context == nil || context! == $0.observer.context)
      }
      guard let found else { return false }
      observers.remove(at: found)
      Self.count.subtract(1, ordering: .relaxed)
      return true
    }
  }

  /// Call before a property changes.
  func willChange(_ object: AnyObject, _ properties: [Property]) {
    for observer in all where observer.object === object {
      guard properties.contains(observer.property) else { continue }
      observer.last = observer.read(object)
      if observer.options.contains(.prior) {
        observer.call(object, Change(old: observer.last, isPrior: true))
      }
    }
  }

  /// Call after a property has changed, or after any property of an object of Apple's may have changed.
  func changed(_ object: AnyObject, _ properties: [Property] = []) {
    for observer in all {
      guard let observed = observer.object else { continue }
      let isNamed = observed === object && properties.contains(observer.property)
      let (old, new) = (observer.last, observer.read(observed))
      guard isNamed || !Self.isEqual(old, new) else { continue }
      observer.last = new
      observer.call(observed, Change(old: old, new: new))
    }
  }

  private var all: [Observer] { lock.withLock { observers.map(\.observer) } }

  private static func isEqual(_ a: Any?, _ b: Any?) -> Bool {
    switch (content(of: a), content(of: b)) {
    case (nil, nil): true
    case (let a?, let b?):
      if let a = a as? AnyHashable, let b = b as? AnyHashable {
        a == b
      } else if type(of: a) is AnyClass, type(of: b) is AnyClass {
        a as AnyObject === b as AnyObject
      } else {
        equals(a, b)
      }
    default: false
    }
  }

  /// Values that cannot be compared count as changed.
  private static func equals(_ a: Any, _ b: Any) -> Bool {
    func compare<A: Equatable>(_ a: A) -> Bool { (b as? A) == a }
    return (a as? any Equatable).map { compare($0) } ?? false
  }

  /// The value in an optional, which may be in another one.
  static func content(of value: Any?) -> Any? {
    guard let value, let optional = value as? any OptionalValue else { return value }
    return content(of: optional.content)
  }
}

private protocol OptionalValue { var content: Any? { get } }
extension Optional: OptionalValue { fileprivate var content: Any? { self.map { $0 as Any } } }

/// Call when properties of an object of Apple's may have changed, on the thread of the object's delegate: an
/// observer whose property has another value is called.
package func keyValuesChanged(of object: AnyObject) {
  KeyValueObservers.active?.changed(object)
}
