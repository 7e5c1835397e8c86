/// Controllers in pages, of which one is visible. No user turns pages here.
@preconcurrency @MainActor open class UIPageViewController: UIViewController {
  @nonexhaustive public enum TransitionStyle: Int, Sendable {
    case pageCurl = 0
    case scroll
  }
  @nonexhaustive public enum NavigationOrientation: Int, Sendable {
    case horizontal = 0
    case vertical
  }
  @nonexhaustive public enum NavigationDirection: Int, Sendable {
    case forward = 0
    case reverse
  }
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let spineLocation = OptionsKey(
      rawValue: "UIPageViewControllerOptionSpineLocationKey")
    public static let interPageSpacing = OptionsKey(
      rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
  }

  open private(set) var transitionStyle = TransitionStyle.pageCurl
  open private(set) var navigationOrientation = NavigationOrientation.horizontal
  open weak var delegate: (any UIPageViewControllerDelegate)?
  open weak var dataSource: (any UIPageViewControllerDataSource)?

  public convenience init() {
    self.init(transitionStyle: .pageCurl, navigationOrientation: .horizontal)
  }

  public init(
    transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation,
    options: [OptionsKey: Any]? = nil
  ) {
    transitionStyle = style
    self.navigationOrientation = navigationOrientation
    super.init(nibName: nil, bundle: nil)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var viewControllers: [UIViewController]? { children }

  /// Shows controllers. The completion runs in a later event of the main queue.
  open func setViewControllers(
    _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    for old in children {
      old.disappear(animated: animated)
      old.removeFromParent()
    }
    for new in viewControllers ?? [] {
      addChild(new)
      if appearance != .disappeared, let view = viewIfLoaded {
        new.appear(in: view, animated: animated)
      }
      new.didMove(toParent: self)
    }
    UIView.later(completion.map { completion in { completion(true) } })
  }
}

@preconcurrency @MainActor public protocol UIPageViewControllerDataSource: NSObjectProtocol {
  func pageViewController(
    _ pageViewController: UIPageViewController,
    viewControllerBefore viewController: UIViewController
  ) -> UIViewController?
  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
  ) -> UIViewController?
  func presentationCount(for pageViewController: UIPageViewController) -> Int
  func presentationIndex(for pageViewController: UIPageViewController) -> Int
}

extension UIPageViewControllerDataSource {
  public func presentationCount(for pageViewController: UIPageViewController) -> Int { 0 }
  public func presentationIndex(for pageViewController: UIPageViewController) -> Int { 0 }
}

/// At Apple, all methods are optional. They are not called, because no user turns pages.
@preconcurrency @MainActor public protocol UIPageViewControllerDelegate: NSObjectProtocol {
  func pageViewController(
    _ pageViewController: UIPageViewController,
    willTransitionTo pendingViewControllers: [UIViewController])
  func pageViewController(
    _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController], transitionCompleted completed: Bool)
}

extension UIPageViewControllerDelegate {
  public func pageViewController(
    _ pageViewController: UIPageViewController,
    willTransitionTo pendingViewControllers: [UIViewController]
  ) {}
  public func pageViewController(
    _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController], transitionCompleted completed: Bool
  ) {}
}

/// Controllers in columns. On an iPhone, the last one is visible (assumed).
@preconcurrency @MainActor open class UISplitViewController: UIViewController {
  @nonexhaustive public enum Style: Int, Sendable {
    case unspecified = 0
    case doubleColumn, tripleColumn
  }
  @nonexhaustive public enum Column: Int, Sendable {
    case primary = 0
    case supplementary, secondary, compact
  }
  @nonexhaustive public enum DisplayMode: Int, Sendable {
    case automatic = 0
    case secondaryOnly, oneBesideSecondary, oneOverSecondary
  }

  open private(set) var style = Style.unspecified
  open weak var delegate: (any UISplitViewControllerDelegate)?
  open var preferredDisplayMode = DisplayMode.automatic
  open var preferredPrimaryColumnWidthFraction: CGFloat = -1
  open var presentsWithGesture = true
  open var isCollapsed: Bool { true }
  private var columns: [Column: UIViewController] = [:]

  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }
  public init(style: Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var viewControllers: [UIViewController] {
    get { children }
    set {
      for old in children where !newValue.contains(where: { $0 === old }) { old.removeFromParent() }
      for new in newValue where new.parent !== self {
        addChild(new)
        new.didMove(toParent: self)
      }
    }
  }

  open func setViewController(_ vc: UIViewController?, for column: Column) {
    columns[column]?.removeFromParent()
    columns[column] = vc
    if let vc {
      addChild(vc)
      vc.didMove(toParent: self)
    }
  }
  open func viewController(for column: Column) -> UIViewController? { columns[column] }
  open func show(_ column: Column) {}
  open func hide(_ column: Column) {}

  override var visibleChildren: [UIViewController] { children.last.map { [$0] } ?? [] }
}

/// At Apple, the protocol has optional methods only, which nothing calls here.
@preconcurrency @MainActor public protocol UISplitViewControllerDelegate: NSObjectProtocol {}
