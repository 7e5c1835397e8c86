/// A collection that supports Objective-C's fast enumeration. Foundation declares it on Apple's
/// systems only. This protocol contains only what `CMSensorDataList` needs.
public protocol NSFastEnumeration: AnyObject {
  /// Returns the item at an offset from 0; nil after the last. Not part of Apple's API.
  func item(at offset: Int) -> Any?
}

/// Iterates over a fast enumeration. Foundation declares it on Apple's systems only.
public struct NSFastEnumerationIterator: IteratorProtocol {
  private let enumerable: any NSFastEnumeration
  private var offset = 0

  public init(_ enumerable: any NSFastEnumeration) { self.enumerable = enumerable }

  public mutating func next() -> Any? {
    defer { offset += 1 }
    return enumerable.item(at: offset)
  }
}
