/// The delegate of a scroll view. `UITableView`, `UICollectionView` and `UITextView` have one of a narrower
/// type, which Swift allows on Linux only if this one is not a member of the class.
@preconcurrency @MainActor public protocol UIScrollViewDelegating: AnyObject {}

extension UIScrollViewDelegating where Self: UIScrollView {
  public var delegate: (any UIScrollViewDelegate)? {
    get { scrollDelegate }
    set { scrollDelegate = newValue }
  }
}

/// A view with content that is larger than itself.
@preconcurrency @MainActor open class UIScrollView: UIView, UIScrollViewDelegating {
  weak var scrollDelegate: (any UIScrollViewDelegate)?
  open var contentSize = CGSize.zero { didSet { keyValuesChanged(of: self) } }
  open var contentOffset = CGPoint.zero {
    didSet {
      keyValuesChanged(of: self)
      if contentOffset != oldValue { scrollDelegate?.scrollViewDidScroll(self) }
    }
  }
  open var contentInset = UIEdgeInsets.zero
  open var adjustedContentInset: UIEdgeInsets { contentInset }
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open var automaticallyAdjustsScrollIndicatorInsets = true
  open var scrollIndicatorInsets = UIEdgeInsets.zero
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
  open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero
  open var showsVerticalScrollIndicator = true
  open var showsHorizontalScrollIndicator = true
  open var indicatorStyle = IndicatorStyle.default
  open var isScrollEnabled = true
  open var isPagingEnabled = false
  open var isDirectionalLockEnabled = false
  open var scrollsToTop = true
  open var bounces = true
  open var bouncesZoom = true
  open var alwaysBounceVertical = false
  open var alwaysBounceHorizontal = false
  open var delaysContentTouches = true
  open var canCancelContentTouches = true
  open var decelerationRate = DecelerationRate.normal
  open var minimumZoomScale: CGFloat = 1
  open var maximumZoomScale: CGFloat = 1
  open var zoomScale: CGFloat = 1
  open var keyboardDismissMode = KeyboardDismissMode.none
  open var refreshControl: UIRefreshControl? {
    didSet {
      oldValue?.removeFromSuperview()
      if let refreshControl { addSubview(refreshControl) }
    }
  }
  open var isTracking: Bool { false }
  open var isDragging: Bool { false }
  open var isDecelerating: Bool { false }
  open var isZooming: Bool { false }
  open private(set) lazy var panGestureRecognizer = UIPanGestureRecognizer()
  open private(set) lazy var pinchGestureRecognizer: UIPinchGestureRecognizer? =
    UIPinchGestureRecognizer()
  open var contentLayoutGuide: UILayoutGuide { UILayoutGuide(of: self) }
  open var frameLayoutGuide: UILayoutGuide { UILayoutGuide(of: self) }

  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    self.contentOffset = contentOffset
    guard animated else { return }
    UIView.later { [weak self] in
      guard let self else { return }
      self.scrollDelegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {}
  open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }
  open func zoom(to rect: CGRect, animated: Bool) {}
  open func flashScrollIndicators() {}

  @nonexhaustive public enum ContentInsetAdjustmentBehavior: Int, Sendable {
    case automatic = 0
    case scrollableAxes, never, always
  }

  @nonexhaustive public enum IndicatorStyle: Int, Sendable {
    case `default` = 0
    case black, white
  }

  @nonexhaustive public enum KeyboardDismissMode: Int, Sendable {
    case none = 0
    case onDrag, interactive, onDragWithAccessory, interactiveWithAccessory
  }

  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = DecelerationRate(rawValue: 0.998)
    public static let fast = DecelerationRate(rawValue: 0.99)
  }
}

extension UIView {
  /// Calls a closure in a later event of the main queue.
  static func later(_ body: (() -> Void)?) {
    guard let body else { return }
    nonisolated(unsafe) let closure = body  // Sendable: runs on the main queue, from where it comes
    DispatchQueue.main.async { MainActor.assumeIsolated { closure() } }
  }
}
