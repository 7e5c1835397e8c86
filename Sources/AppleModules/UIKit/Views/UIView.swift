/// A rectangle of the screen. Nothing is drawn and nothing is laid out: a view has the state that an app
/// gives it, and its place among the other views.
@preconcurrency @MainActor open class UIView: UIResponder {
  /// The rectangle in points, in the superview's coordinates.
  open var frame: CGRect { didSet { keyValuesChanged(of: self) } }
  open var tag = 0
  open var isHidden = false { didSet { keyValuesChanged(of: self) } }
  open var alpha: CGFloat = 1 { didSet { keyValuesChanged(of: self) } }
  open var isOpaque = true
  open var backgroundColor: UIColor?
  open var tintColor: UIColor! = .tintColor
  open var isUserInteractionEnabled = true { didSet { keyValuesChanged(of: self) } }
  open var clipsToBounds = false
  open var translatesAutoresizingMaskIntoConstraints = true
  open var accessibilityIdentifier: String?
  /// The text that VoiceOver reads. Unlike on a device, it is nil until the app sets it.
  open var accessibilityLabel: String?
  open var showsLargeContentViewer = false
  open var largeContentTitle: String?
  open var largeContentImage: UIImage?
  open var scalesLargeContentImage = false
  open private(set) var subviews: [UIView] = []
  open private(set) weak var superview: UIView?
  /// The surface of the view.
  open private(set) lazy var layer: CALayer = makeLayer()
  /// The class of `layer`.
  open class var layerClass: AnyClass { CALayer.self }
  open var contentMode = ContentMode.scaleToFill
  open var transform = CGAffineTransform.identity
  open var autoresizingMask: AutoresizingMask = []
  open var autoresizesSubviews = true
  open var isMultipleTouchEnabled = false
  open var isExclusiveTouch = false
  open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
  open var directionalLayoutMargins = NSDirectionalEdgeInsets(
    top: 8, leading: 8, bottom: 8, trailing: 8)
  open var tintAdjustmentMode = TintAdjustmentMode.automatic
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  open var isAccessibilityElement = false
  open var accessibilityHint: String?
  open var accessibilityValue: String?
  open var accessibilityTraits: UIAccessibilityTraits = []
  open var accessibilityElements: [Any]?
  open var accessibilityElementsHidden = false
  open private(set) var gestureRecognizers: [UIGestureRecognizer]?
  /// The controller whose view this is.
  weak var controller: UIViewController?
  /// The controller whose view this is, for SwiftUI.
  package var viewController: UIViewController? { controller }

  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  public convenience override init() { self.init(frame: .zero) }

  /// Creates a view of a storyboard. Returns nil for another coder, because there are no other archives
  /// of views on Linux.
  public required init?(coder: NSCoder) {
    guard coder is StoryboardCoder else { return nil }
    frame = .zero
    super.init()
  }

  /// The rectangle in points, in the view's own coordinates.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }
  /// The center of the frame, in the superview's coordinates.
  open var center: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set {
      frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2)
    }
  }
  /// The window that shows the view.
  open var window: UIWindow? { self as? UIWindow ?? superview?.window }
  open override var next: UIResponder? { controller ?? superview }

  // MARK: The tree

  open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }

  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view, at: subviews.firstIndex { $0 === siblingSubview } ?? 0)
  }

  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view, at: subviews.firstIndex { $0 === siblingSubview }.map { $0 + 1 } ?? subviews.count)
  }

  open func bringSubviewToFront(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.append(subviews.remove(at: index))
  }

  open func sendSubviewToBack(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.insert(subviews.remove(at: index), at: 0)
  }

  open func removeFromSuperview() {
    guard let superview else { return }
    let window = window
    willMove(toSuperview: nil)
    if window != nil { willMove(toWindow: nil) }
    superview.willRemoveSubview(self)
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    didMoveToSuperview()
    if window != nil { movedToWindow() }
  }

  private func insert(_ view: UIView, at index: Int) {
    if view.superview != nil { view.removeFromSuperview() }
    view.willMove(toSuperview: self)
    if let window { view.willMove(toWindow: window) }
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    didAddSubview(view)
    view.didMoveToSuperview()
    if window != nil { view.movedToWindow() }
  }

  private func movedToWindow() {
    didMoveToWindow()
    for view in subviews { view.movedToWindow() }
  }

  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}
  open func willMove(toSuperview newSuperview: UIView?) {}
  open func didMoveToSuperview() {}
  open func willMove(toWindow newWindow: UIWindow?) {}
  open func didMoveToWindow() {}

  open func isDescendant(of view: UIView) -> Bool {
    self === view || superview?.isDescendant(of: view) == true
  }

  /// The first view with the tag: this one, or one below it.
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for view in subviews {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }

  // MARK: Gestures

  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    gestureRecognizer.view = self
  }

  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers?.removeAll { $0 === gestureRecognizer }
    if gestureRecognizer.view === self { gestureRecognizer.view = nil }
  }

  // MARK: Drawing, which does not happen

  open var traitCollection: UITraitCollection { .current }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open var safeAreaInsets: UIEdgeInsets { .zero }
  open func safeAreaInsetsDidChange() {}
  open func draw(_ rect: CGRect) {}
  open func setNeedsUpdateConstraints() {}
  open func updateConstraints() {}
  open func updateConstraintsIfNeeded() { updateConstraints() }
  open func tintColorDidChange() {}
  open func sizeThatFits(_ size: CGSize) -> CGSize { frame.size }
  open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }
  open func invalidateIntrinsicContentSize() {}
  public class var layoutFittingCompressedSize: CGSize { .zero }
  public class var layoutFittingExpandedSize: CGSize { CGSize(width: 10_000, height: 10_000) }
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { frame.size }
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize { frame.size }

  /// An object that keeps what the app gives it. Views do not read it.
  open class func appearance() -> UIView {
    ScreenSettings.current.proxy { UIView(frame: .zero) }
  }
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }
  open func setNeedsDisplay() {}
  open func setNeedsLayout() {}
  open func layoutIfNeeded() { layoutSubviews() }
  open func layoutSubviews() {}

  // MARK: Constraints, which have no effect

  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
  open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  open var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
  open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
  open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
  open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
  open var firstBaselineAnchor: NSLayoutYAxisAnchor {
    NSLayoutYAxisAnchor(self, .firstBaseline)
  }
  open var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }

  open var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide(of: self) }
  open var layoutMarginsGuide: UILayoutGuide { UILayoutGuide(of: self) }
  open var readableContentGuide: UILayoutGuide { UILayoutGuide(of: self) }
  open func addLayoutGuide(_ layoutGuide: UILayoutGuide) { layoutGuide.owningView = self }
  open func removeLayoutGuide(_ layoutGuide: UILayoutGuide) { layoutGuide.owningView = nil }

  open func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
  open func addConstraints(_ constraints: [NSLayoutConstraint]) {
    NSLayoutConstraint.activate(constraints)
  }
  open func removeConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = false }
  open func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    NSLayoutConstraint.deactivate(constraints)
  }

  open func setContentHuggingPriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {}
  open func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {}
}
