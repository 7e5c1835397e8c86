/// What can be enumerated as Objective-C does it. Foundation has it on Apple's systems only; here it is
/// as much as `CMSensorDataList` needs.
public protocol NSFastEnumeration: AnyObject {
  /// The item with a number, from 0 on; nil after the last. Not Apple's: the way of this module.
  func item(at offset: Int) -> Any?
}

/// Goes through what is enumerable. Foundation has it on Apple's systems only.
public struct NSFastEnumerationIterator: IteratorProtocol {
  private let enumerable: any NSFastEnumeration
  private var offset = 0

  public init(_ enumerable: any NSFastEnumeration) { self.enumerable = enumerable }

  public mutating func next() -> Any? {
    defer { offset += 1 }
    return enumerable.item(at: offset)
  }
}
