/// The root class of UIKit, limited to what background behavior needs.
@preconcurrency @MainActor open class UIResponder: NSObject {
  public override init() { super.init() }

  open var next: UIResponder? { nil }
  open var canBecomeFirstResponder: Bool { false }
  open var canResignFirstResponder: Bool { true }
  open var isFirstResponder: Bool { false }
  @discardableResult open func becomeFirstResponder() -> Bool { false }
  @discardableResult open func resignFirstResponder() -> Bool { true }

  /// Called for an object of a storyboard when its outlets and actions are connected. Apple declares this
  /// method for every `NSObject`.
  open func awakeFromNib() {}
}
