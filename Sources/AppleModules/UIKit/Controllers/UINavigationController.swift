/// A stack of controllers, of which the top one is visible.
@preconcurrency @MainActor open class UINavigationController: UIViewController {
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }

  /// The classes of the bars have no effect: nothing shows the bars.
  public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
    super.init(nibName: nil, bundle: nil)
  }

  /// The stack, the visible controller last.
  open var viewControllers: [UIViewController] {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }
  open var topViewController: UIViewController? { children.last }
  open var visibleViewController: UIViewController? {
    presentedViewController ?? topViewController
  }
  open weak var delegate: (any UINavigationControllerDelegate)?
  open var isNavigationBarHidden = false
  open var hidesBarsOnSwipe = false
  open var hidesBarsOnTap = false
  open var hidesBarsWhenKeyboardAppears = false
  open var hidesBarsWhenVerticallyCompact = false
  open private(set) lazy var navigationBar = UINavigationBar(frame: .zero)
  open private(set) lazy var toolbar: UIToolbar! = UIToolbar(frame: .zero)
  open var isToolbarHidden = true
  open private(set) lazy var interactivePopGestureRecognizer: UIGestureRecognizer? =
    UIGestureRecognizer()
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    isNavigationBarHidden = hidden
  }

  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    change(animated: animated) {
      for old in children where !viewControllers.contains(where: { $0 === old }) {
        old.willMove(toParent: nil)
        old.removeFromParent()
      }
      for new in viewControllers where new.parent !== self {
        addChild(new)
        new.didMove(toParent: self)
      }
      children = viewControllers
    }
  }

  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    setViewControllers(children + [viewController], animated: animated)
  }

  /// Removes the top controller, except the last one.
  @discardableResult open func popViewController(animated: Bool) -> UIViewController? {
    guard children.count > 1, let top = children.last else { return nil }
    setViewControllers(Array(children.dropLast()), animated: animated)
    return top
  }

  @discardableResult open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    guard children.count > 1 else { return nil }
    let popped = Array(children.dropFirst())
    setViewControllers([children[0]], animated: animated)
    return popped
  }

  /// Removes the controllers above one of the stack.
  @discardableResult open func popToViewController(
    _ viewController: UIViewController, animated: Bool
  ) -> [UIViewController]? {
    guard let index = children.firstIndex(where: { $0 === viewController }),
      index < children.count - 1
    else { return nil }
    let popped = Array(children[(index + 1)...])
    setViewControllers(Array(children[...index]), animated: animated)
    return popped
  }

  override var visibleChildren: [UIViewController] { children.last.map { [$0] } ?? [] }

  private func change(animated: Bool, _ body: () -> Void) {
    let old = topViewController
    body()
    guard old !== topViewController, appearance != .disappeared else { return }
    guard let top = topViewController else { return }
    delegate?.navigationController(self, willShow: top, animated: animated)
    old?.disappear(animated: animated)
    if let view = viewIfLoaded { top.appear(in: view, animated: animated) }
    UIView.later { [weak self] in
      guard let self, self.topViewController === top else { return }
      self.delegate?.navigationController(self, didShow: top, animated: animated)
    }
  }
}

/// At Apple, all methods are optional.
@preconcurrency @MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool)
}

extension UINavigationControllerDelegate {
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool
  ) {}
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool
  ) {}
}

/// Several controllers, of which the selected one is visible.
@preconcurrency @MainActor open class UITabBarController: UIViewController {
  private var selected = 0
  open weak var delegate: (any UITabBarControllerDelegate)?
  open private(set) lazy var tabBar = UITabBar(frame: .zero)

  open var viewControllers: [UIViewController]? {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }

  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    let old = selectedViewController
    for child in children { child.removeFromParent() }
    for child in viewControllers ?? [] {
      addChild(child)
      child.didMove(toParent: self)
    }
    selected = min(selected, max(children.count - 1, 0))
    changed(from: old)
  }

  open var selectedIndex: Int {
    get { selected }
    set {
      guard children.indices.contains(newValue) else { return }
      let old = selectedViewController
      selected = newValue
      changed(from: old)
    }
  }

  open var selectedViewController: UIViewController? {
    get { children.indices.contains(selected) ? children[selected] : nil }
    set {
      if let index = children.firstIndex(where: { $0 === newValue }) { selectedIndex = index }
    }
  }

  /// Selects a tab as the user does.
  func touch(_ index: Int) {
    guard children.indices.contains(index),
      delegate?.tabBarController(self, shouldSelect: children[index]) ?? true
    else { return }
    selectedIndex = index
    delegate?.tabBarController(self, didSelect: children[index])
  }

  override var visibleChildren: [UIViewController] { selectedViewController.map { [$0] } ?? [] }

  private func changed(from old: UIViewController?) {
    guard old !== selectedViewController, appearance != .disappeared else { return }
    old?.disappear()
    if let view = viewIfLoaded { selectedViewController?.appear(in: view) }
  }
}

/// At Apple, all methods are optional. As on a device, they are called for touches of the user only.
@preconcurrency @MainActor public protocol UITabBarControllerDelegate: NSObjectProtocol {
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool
  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
  public func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool { true }
  public func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) {}
}
