import Foundation

/// The values and calls that an observer of a property asks for.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The value after the change.
  public static let new = NSKeyValueObservingOptions(rawValue: 1 << 0)
  /// The value before the change.
  public static let old = NSKeyValueObservingOptions(rawValue: 1 << 1)
  /// A call at once, with the present value.
  public static let initial = NSKeyValueObservingOptions(rawValue: 1 << 2)
  /// A call before each change, too.
  public static let prior = NSKeyValueObservingOptions(rawValue: 1 << 3)
}

/// The kind of a change. Only `setting` occurs here.
@nonexhaustive public enum NSKeyValueChange: UInt, Sendable {
  case setting = 1
  case insertion
  case removal
  case replacement
}

/// A key of the change that `observeValue(forKeyPath:of:change:context:)` receives.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The raw value of an `NSKeyValueChange`.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The value after the change; `NSNull` for nil.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The value before the change; `NSNull` for nil.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// True in the call before a change.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// A change of an observed property.
public struct NSKeyValueObservedChange<Value> {
  public typealias Kind = NSKeyValueChange
  public let kind: Kind
  /// Nil without the option `new`, and in the call before a change.
  public let newValue: Value?
  /// Nil without the option `old`.
  public let oldValue: Value?
  /// Nil: only whole values change here.
  public let indexes: IndexSet?
  /// Whether this is the call before the change.
  public let isPrior: Bool
}

/// Observes a property until `invalidate()` is called or it is released. Keep it.
///
/// Sendable: the table of observers has a lock of its own, and the identifier does not change.
open class NSKeyValueObservation: NSObject, @unchecked Sendable {
  private let observers: KeyValueObservers
  private let number: Int

  init(_ observers: KeyValueObservers, _ number: Int) {
    self.observers = observers
    self.number = number
    super.init()
  }

  deinit { invalidate() }

  /// Ends the observation. A second call has no effect.
  public func invalidate() { observers.remove(number) }
}
