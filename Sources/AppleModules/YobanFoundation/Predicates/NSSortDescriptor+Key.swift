import Foundation

/// A descriptor that is made with the name of a key. Foundation on Linux has only key paths, and a store sorts by
/// names.
public protocol SortDescriptorMaking {}

extension NSSortDescriptor: SortDescriptorMaking {}

extension SortDescriptorMaking where Self: NSSortDescriptor {
  public init(key: String?, ascending: Bool) {
    self = unsafeDowncast(KeyedSortDescriptor(key, ascending), to: Self.self)
  }

  /// - Parameter selector: how texts are compared, such as `caseInsensitiveCompare:`.
  public init(key: String?, ascending: Bool, selector: Selector?) {
    self = unsafeDowncast(KeyedSortDescriptor(key, ascending, selector), to: Self.self)
  }

  public init(key: String?, ascending: Bool, comparator: @escaping Comparator) {
    self = unsafeDowncast(
      KeyedSortDescriptor(key, ascending, comparator: comparator), to: Self.self)
  }

  /// For values that Swift cannot compare, such as `Date?` and `NSNumber?`: Foundation on Linux has this initializer
  /// only for comparable ones.
  public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self = unsafeDowncast(
      KeyedSortDescriptor(keyPath.nameInFoundation, ascending, path: keyPath), to: Self.self)
  }
}

extension NSSortDescriptor {
  /// The name of the key, such as `maker.name`; also that of a key path.
  public var key: String? {
    (self as? KeyedSortDescriptor)?.name ?? keyPath.nameInFoundation
  }

  /// The selector with which texts are compared.
  public var selector: Selector? { (self as? KeyedSortDescriptor)?.order }

  /// Whether the order is made by code, which a store cannot run.
  package var hasComparator: Bool {
    (self as? KeyedSortDescriptor).map { $0.code != nil } ?? false
  }

  /// How a store or a comparison treats texts, as the selector says.
  package var textOptions: FormatComparison.Options {
    switch selector.map({ "\($0)" }) {
    case "caseInsensitiveCompare:", "localizedCaseInsensitiveCompare:": .caseInsensitive
    case "localizedStandardCompare:": [.caseInsensitive, .diacriticInsensitive]
    default: []
    }
  }
}

final class KeyedSortDescriptor: NSSortDescriptor {
  let name: String?
  let order: Selector?
  let code: Comparator?
  /// Reads the value of an object that has no values by name.
  let path: AnyKeyPath?

  init(
    _ name: String?, _ ascending: Bool, _ order: Selector? = nil, comparator: Comparator? = nil,
    path: AnyKeyPath? = nil
  ) {
    (self.name, self.order, code, self.path) = (name, order, comparator, path)
    super.init(keyPath: \NSObject.hash, ascending: ascending)
  }

  required init?(coder: NSCoder) { nil }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override var reversedSortDescriptor: Any {
    KeyedSortDescriptor(name, !ascending, order, comparator: code, path: path)
  }

  /// Nil comes first.
  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    func value(_ object: Any) -> Any? {
      if let path, let value = object[keyPath: path] { return PredicateValues.unwrapped(value) }
      return name.map { PredicateValues.value(of: $0, in: object) } ?? object
    }
    let result: ComparisonResult =
      switch (value(object1), value(object2)) {
      case (nil, nil): .orderedSame
      case (nil, _): .orderedAscending
      case (_, nil): .orderedDescending
      case (let left?, let right?):
        code.map { $0(left, right) }
          ?? PredicateValues.order(left, right, textOptions) ?? .orderedSame
      }
    return ascending ? result : ComparisonResult(rawValue: -result.rawValue)!
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeyedSortDescriptor else { return false }
    guard code == nil, other.code == nil else { return self === other }
    return name == other.name && ascending == other.ascending && textOptions == other.textOptions
  }

  override var hash: Int { (name ?? "").hashValue }
  override var description: String {
    "(\(name ?? "SELF"), \(ascending ? "ascending" : "descending"))"
  }
}

extension Sequence {
  /// The elements in the order of the descriptors; equal ones keep their order.
  package func ordered(by descriptors: [NSSortDescriptor]) -> [Element] {
    enumerated().sorted { first, second in
      for descriptor in descriptors {
        switch descriptor.compare(first.element, to: second.element) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return first.offset < second.offset
    }.map(\.element)
  }
}
