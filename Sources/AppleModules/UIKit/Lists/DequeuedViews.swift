// A table makes a cell of a class that the app has registered. Objective-C calls the subclass's own
// `init(style:reuseIdentifier:)`; Swift calls an initializer of a subclass that is only known at run time if it is
// `required`, which Apple's is not: an app's `override init` would not compile. A convenience initializer calls the
// designated one of the class for which it is called. These methods are that initializer, called for any class.

extension UITableViewCell {
  /// A new cell of this class. The symbol is that of `init(dequeued:)`.
  @_silgen_name("$s5UIKit15UITableViewCellC8dequeuedACSS_tcfC")
  static func dequeued(_ identifier: consuming String) -> UITableViewCell
}

extension UITableViewHeaderFooterView {
  /// A new view of this class. The symbol is that of `init(dequeued:)`.
  @_silgen_name("$s5UIKit023UITableViewHeaderFooterC0C8dequeuedACSS_tcfC")
  static func dequeued(_ identifier: consuming String) -> UITableViewHeaderFooterView
}

extension UICollectionReusableView {
  /// A new view of this class. The symbol is that of `init(dequeued:)`.
  @_silgen_name("$s5UIKit24UICollectionReusableViewC8dequeuedACSS_tcfC")
  static func dequeued(_ identifier: consuming String) -> UICollectionReusableView
}
