import Foundation
import Synchronization
internal import YobanSimulatedDevices

/// The observers of properties in one simulated process.
///
/// A setter that was made observable by YobanPort names the property that it changes: its observers are called, even
/// if the value is the same, as on a device. An object of Apple's says only that it has changed: an observer is
/// called if its property has another value than before. A path of several properties, and a property that is
/// computed from others, are compared in the same way after each change in the process.
///
/// Sendable: the lock protects the table and what each observer remembers. Observers are called outside of it, on the
/// thread of the change.
final class KeyValueObservers: @unchecked Sendable {
  enum Property: Equatable {
    case path(AnyKeyPath)
    case name(String)
  }

  struct Change {
    var old: Any?
    var new: Any?
    var isPrior = false
    var isInitial = false
  }

  /// A property of an object, and its observer.
  final class Observer {
    weak var object: AnyObject?
    let property: Property
    let options: NSKeyValueObservingOptions
    let read: (AnyObject) -> Any?
    let call: (AnyObject, Change) -> Void
    /// The identities that `removeObserver` names. In a `deinit`, a weak reference is nil already.
    let identity: Identity
    let hasTarget: Bool
    weak var target: AnyObject?
    let context: UnsafeMutableRawPointer?
    /// The value when it was last read.
    fileprivate var last: Snapshot
    /// The value before a change that has begun.
    fileprivate var old: Any?
    fileprivate var isBeingCalled = false

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
      hasTarget = target != nil
      identity = Identity(object, target, property)
      last = Snapshot(read(object))
    }

    fileprivate var hasEnded: Bool { object == nil || hasTarget && target == nil }
  }

  struct Identity: Hashable {
    let object: ObjectIdentifier
    let target: ObjectIdentifier?
    let name: String

    init(_ object: AnyObject, _ target: AnyObject?, _ property: Property) {
      self.object = ObjectIdentifier(object)
      self.target = target.map { ObjectIdentifier($0) }
      if case .name(let name) = property { self.name = name } else { name = "" }
    }
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
  /// Observers that were dropped because one of their objects is gone, and may still be removed by its `deinit`.
  private var dropped: Set<Identity> = []
  /// Notifies of changes of user defaults.
  private var defaultsToken: (any NSObjectProtocol)?

  deinit { Self.count.subtract(observers.count, ordering: .relaxed) }

  /// Adds an observer, and calls it at once if it wants the initial value.
  ///
  /// - Returns: a number for `remove`.
  func add(_ observer: Observer) -> Int {
    let number = lock.withLock {
      dropEnded()
      Self.count.add(1, ordering: .relaxed)
      next += 1
      dropped.remove(observer.identity)
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
      observer.call(object, Change(new: observer.last.content, isInitial: true))
    }
    return number
  }

  private func dropEnded() {
    let ended = observers.filter(\.observer.hasEnded)
    guard !ended.isEmpty else { return }
    if dropped.count > 1000 { dropped = [] }
    for entry in ended where entry.observer.hasTarget { dropped.insert(entry.observer.identity) }
    observers.removeAll { $0.observer.hasEnded }
    Self.count.subtract(ended.count, ordering: .relaxed)
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
  /// - Parameter context: nil for every context.
  /// - Returns: whether there was one.
  func remove(
    _ target: AnyObject, of object: AnyObject, _ name: String, context: UnsafeMutableRawPointer??
  ) -> Bool {
    let identity = Identity(object, target, .name(name))
    return lock.withLock {
      let found = observers.lastIndex {
        $0.observer.identity == identity && (context == nil || context! == $0.observer.context)
      }
      guard let found else { return dropped.remove(identity) != nil }
      observers.remove(at: found)
      Self.count.subtract(1, ordering: .relaxed)
      return true
    }
  }

  /// Call before a property changes.
  func willChange(_ object: AnyObject, _ properties: [Property]) {
    for (number, observer) in all where observer.object === object {
      guard properties.contains(observer.property) else { continue }
      let old = observer.read(object)
      lock.withLock { observer.old = old }
      if observer.options.contains(.prior), isPresent(number) {
        observer.call(object, Change(old: old, isPrior: true))
      }
    }
  }

  /// Call after a property has changed, or after any property of an object of Apple's may have changed.
  func changed(_ object: AnyObject, _ properties: [Property] = []) {
    // Outside of apps, other threads may use other objects.
    let isInApp = self !== Self.outsideOfApps
    for (number, observer) in all {
      guard let observed = observer.object, isInApp || observed === object, isPresent(number) else {
        continue
      }
      let isNamed = observed === object && properties.contains(observer.property)
      let new = observer.read(observed)
      let old = lock.withLock { () -> Any?? in
        defer { observer.old = nil }
        if !isNamed, observer.isBeingCalled || observer.last.isEqual(to: new) { return nil }
        let old = isNamed ? observer.old : observer.last.content
        observer.last = Snapshot(new)
        observer.isBeingCalled = true
        return .some(old)
      }
      guard let old else { continue }
      observer.call(observed, Change(old: old, new: new))
      lock.withLock { observer.isBeingCalled = false }
    }
  }

  private var all: [(number: Int, observer: Observer)] { lock.withLock { observers } }

  /// Whether an observer has not been removed since a change began.
  private func isPresent(_ number: Int) -> Bool {
    lock.withLock { observers.contains { $0.number == number } }
  }

  /// The value in an optional, which may be in another one.
  static func content(of value: Any?) -> Any? {
    guard let value, let optional = value as? any OptionalValue else { return value }
    return content(of: optional.content)
  }
}

/// A value to compare with a later one. Does not keep an object.
private struct Snapshot {
  private weak var object: AnyObject?
  private let identifier: ObjectIdentifier?
  private let value: Any?

  init(_ value: Any?) {
    let content = KeyValueObservers.content(of: value)
    if let content, type(of: content) is AnyClass {
      let object = content as AnyObject
      self.object = object
      identifier = ObjectIdentifier(object)
      self.value = nil
    } else {
      identifier = nil
      self.value = value
    }
  }

  var content: Any? { identifier == nil ? value : object }

  func isEqual(to other: Any?) -> Bool {
    let other = KeyValueObservers.content(of: other)
    if let identifier {
      guard let other, type(of: other) is AnyClass else { return false }
      if ObjectIdentifier(other as AnyObject) == identifier { return object != nil }
      guard let object = object as? NSObject else { return false }
      return object.isEqual(other)
    }
    return Self.isEqual(KeyValueObservers.content(of: value), other)
  }

  /// Values that cannot be compared count as equal: their observers are called for named changes only.
  private static func isEqual(_ a: Any?, _ b: Any?) -> Bool {
    switch (a, b) {
    case (nil, nil): return true
    case (let a as [String: Any], let b as [String: Any]):
      return a.count == b.count
        && a.allSatisfy { key, value in b[key].map { isEqual(value, $0) } ?? false }
    case (let a as [Any], let b as [Any]):
      return a.count == b.count && zip(a, b).allSatisfy { isEqual($0, $1) }
    case (let a as Double, let b as Double): return a == b || a.isNaN && b.isNaN
    case (let a?, let b?):
      if type(of: a) is AnyClass, type(of: b) is AnyClass {
        return a as AnyObject === b as AnyObject || (a as? NSObject)?.isEqual(b) == true
      }
      guard let a = a as? any Equatable else { return true }
      return equals(a, b)
    default: return false
    }
  }

  private static func equals<A: Equatable>(_ a: A, _ b: Any) -> Bool { (b as? A) == a }
}

private protocol OptionalValue { var content: Any? { get } }
extension Optional: OptionalValue { fileprivate var content: Any? { self.map { $0 as Any } } }

/// Call when properties of an object of Apple's may have changed, on the thread of the object's delegate: an
/// observer whose property has another value is called.
package func keyValuesChanged(of object: AnyObject) {
  KeyValueObservers.active?.changed(object)
}
