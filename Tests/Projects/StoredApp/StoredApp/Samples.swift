import CoreData

/// The choice "Manual/None": the class and its properties are written by hand.
@objc(Reading) public class Reading: NSManagedObject {
  @NSManaged public var value: Double
}

/// The choice "Category/Extension": only the class is written by hand.
@objc(Sample) public class Sample: Reading {
  private var wakes = 0

  /// The section of the sample in a list.
  var size: String { value > 0.6 ? "large" : "small" }

  override public func awakeFromInsert() {
    super.awakeFromInsert()
    wakes += 1
    quality = NSNumber(value: wakes)
  }
}
