/// Manages a view. Nothing is drawn: a view exists only for its state, and so that `viewDidLoad` and the
/// appearance callbacks are called at the right times.
@preconcurrency @MainActor open class UIViewController: UIResponder {
  open var title: String?
  /// The view. Its first use calls `loadView`, then `viewDidLoad`.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return viewIfLoaded
    }
    set {
      viewIfLoaded?.controller = nil
      viewIfLoaded = newValue
      newValue?.controller = self
    }
  }
  open private(set) var viewIfLoaded: UIView?
  open var isViewLoaded: Bool { viewIfLoaded != nil }
  private var isLoading = false
  var appearance = Appearance.disappeared
  /// The scene of a storyboard from which the controller was made.
  var storyboardScene: StoryboardScene?

  enum Appearance { case appearing, appeared, disappeared }

  /// The name of the nib with the controller's view.
  open private(set) var nibName: String?
  open private(set) var nibBundle: Bundle?
  open var toolbarItems: [UIBarButtonItem]?
  open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) {
    self.toolbarItems = toolbarItems
  }

  /// Names the nib with the view. Without a name, the view is that of the nib with the name of the class, as on a
  /// device: for `HomeViewController` this is `HomeView` or `HomeViewController`.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    nibName = nibNameOrNil
    nibBundle = nibBundleOrNil
    super.init()
  }
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller of a storyboard. Returns nil for another coder, because there are no other
  /// archives of controllers on Linux.
  public required init?(coder: NSCoder) {
    guard let coder = coder as? StoryboardCoder else { return nil }
    storyboardScene = coder.scene
    super.init()
  }

  /// Creates the view: that of the storyboard or of a nib, or an empty one.
  open func loadView() { view = loadedView() ?? UIView() }

  /// The view of the storyboard or of a nib.
  func loadedView() -> UIView? {
    if let storyboardScene { return storyboardScene.makeView(of: self) }
    return UINib.view(of: self)
  }

  open func loadViewIfNeeded() {
    guard viewIfLoaded == nil, !isLoading else { return }
    isLoading = true
    loadView()
    // An override whose view is left out would otherwise be called again for each use of the view.
    if viewIfLoaded == nil { view = UIView() }
    isLoading = false
    viewDidLoad()
  }

  open func viewDidLoad() {}
  /// Called when the window is shown. Not called when the app returns to foreground.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called as a separate event after `viewWillAppear(_:)`.
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func viewIsAppearing(_ animated: Bool) {}
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}
  open func viewSafeAreaInsetsDidChange() {}
  open func updateViewConstraints() {}
  /// Never called: the screen keeps its size.
  open func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {}
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {}
  open var traitCollection: UITraitCollection { .current }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  open var prefersStatusBarHidden: Bool { false }
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  open func setNeedsStatusBarAppearanceUpdate() {}
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
  open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
  open var shouldAutorotate: Bool { true }
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  open var isModalInPresentation = false
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
  open var preferredContentSize = CGSize.zero
  open var edgesForExtendedLayout = UIRectEdge.all
  open var extendedLayoutIncludesOpaqueBars = false
  open var hidesBottomBarWhenPushed = false
  open var definesPresentationContext = false
  private var edits = false
  open var isEditing: Bool {
    get { edits }
    set { setEditing(newValue, animated: false) }
  }
  /// A button "Edit" that turns `isEditing` on, and is then called "Done".
  open private(set) lazy var editButtonItem = UIBarButtonItem(
    systemItem: .edit,
    primaryAction: UIAction { [weak self] _ in
      guard let self else { return }
      setEditing(!isEditing, animated: true)
    })
  open func setEditing(_ editing: Bool, animated: Bool) {
    edits = editing
    editButtonItem.systemName = editing ? "done" : "edit"
  }
  open var isBeingPresented: Bool { appearance == .appearing && presentingViewController != nil }
  open var isBeingDismissed: Bool {
    appearance == .disappeared && presentingViewController == nil && parent == nil
  }
  open var isMovingToParent: Bool { appearance == .appearing && parent != nil }
  open var isMovingFromParent: Bool { appearance == .disappeared && parent == nil }
  open private(set) lazy var presentationController: UIPresentationController? =
    UIPresentationController(presentedViewController: self, presenting: nil)
  open private(set) lazy var popoverPresentationController: UIPopoverPresentationController? =
    UIPopoverPresentationController(presentedViewController: self, presenting: nil)
  /// Called when memory is low, if the controller is the root of a window.
  open func didReceiveMemoryWarning() {}

  open override var next: UIResponder? {
    viewIfLoaded?.superview ?? parent ?? presentingViewController
  }

  // MARK: Containers

  open internal(set) var children: [UIViewController] = []
  open internal(set) weak var parent: UIViewController?

  /// Adds a child. As on a device, the caller adds the child's view and calls `didMove(toParent:)`.
  open func addChild(_ childController: UIViewController) {
    childController.removeFromParent()
    childController.willMove(toParent: self)
    children.append(childController)
    childController.parent = self
  }

  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}

  open var navigationController: UINavigationController? {
    parent as? UINavigationController ?? parent?.navigationController
  }
  open var tabBarController: UITabBarController? {
    parent as? UITabBarController ?? parent?.tabBarController
  }
  open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")
  open var tabBarItem: UITabBarItem! = UITabBarItem()

  // MARK: Presentation

  open private(set) var presentedViewController: UIViewController?
  open private(set) weak var presentingViewController: UIViewController?

  /// Shows a controller above this one, which remains in place, as a sheet does.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard presentedViewController == nil else { return }
    presentedViewController = viewControllerToPresent
    viewControllerToPresent.presentingViewController = self
    viewControllerToPresent.show(in: viewIfLoaded?.window, animated: flag, then: completion)
  }

  /// Removes the controller that this one presents, or this one if it presents none.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard let presented = presentedViewController else {
      presentingViewController?.dismiss(animated: flag, completion: completion)
      return
    }
    presentedViewController = nil
    presented.presentingViewController = nil
    presented.disappear(animated: flag)
    if let completion { Self.later(completion) }
  }

  /// Shows a controller: pushes it onto the navigation controller, or presents it.
  open func show(_ vc: UIViewController, sender: Any?) {
    if let navigationController {
      navigationController.pushViewController(vc, animated: true)
    } else {
      present(vc, animated: true)
    }
  }

  open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    show(vc, sender: sender)
  }

  // MARK: Storyboards

  open var storyboard: UIStoryboard? { storyboardScene?.storyboard }

  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }

  /// Performs a segue of the storyboard. Without such a segue, the app is terminated, as on a device.
  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    StoryboardScene.perform(identifier, from: self, sender)
  }

  // MARK: Called by windows and containers

  package func appear(in container: UIView, animated: Bool = false) {
    show(in: container, animated: animated, then: nil)
  }

  /// The view appears, at once; `viewDidAppear` is the next event.
  private func show(in container: UIView?, animated: Bool, then completion: (() -> Void)?) {
    loadViewIfNeeded()
    guard appearance == .disappeared else { return }
    appearance = .appearing
    viewWillAppear(animated)
    // An embedded controller's view is in its container view already.
    if let view = viewIfLoaded, let container,
      view.superview == nil || !view.isDescendant(of: container)
    {
      container.addSubview(view)
    }
    visibleChildren.forEach { child in viewIfLoaded.map { child.appear(in: $0) } }
    Self.later { [weak self] in
      guard let self, self.appearance == .appearing else { return }
      self.appearance = .appeared
      self.viewDidAppear(animated)
      completion?()
    }
  }

  package func disappear(animated: Bool = false) {
    guard appearance != .disappeared else { return }
    appearance = .disappeared
    viewWillDisappear(animated)
    visibleChildren.forEach { $0.disappear(animated: animated) }
    viewIfLoaded?.removeFromSuperview()
    viewDidDisappear(animated)
  }

  /// The children whose appearance follows that of this controller.
  var visibleChildren: [UIViewController] { children }

  private static func later(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body  // Sendable: runs on the main queue, from where it comes
    DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
  }
}
