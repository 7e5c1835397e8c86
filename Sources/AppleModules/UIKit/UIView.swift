/// A rectangle of the screen, without content.
@preconcurrency @MainActor open class UIView: UIResponder {
  /// The rectangle in points, in the superview's coordinates.
  open var frame: CGRect
  open var tag = 0
  open var isHidden = false
  open private(set) var subviews: [UIView] = []
  open private(set) weak var superview: UIView?

  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  public convenience override init() { self.init(frame: .zero) }
  /// Always returns nil, because there are no storyboards on Linux.
  public required init?(coder: NSCoder) { nil }

  /// The rectangle in points, in the view's own coordinates.
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  /// The window that shows the view.
  open var window: UIWindow? { self as? UIWindow ?? superview?.window }

  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
  }

  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
}

/// A view with text for the user.
@preconcurrency @MainActor open class UILabel: UIView {
  open var text: String?
}
