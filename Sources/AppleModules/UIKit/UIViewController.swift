/// Manages a view. There is no drawing: a view exists so that `viewDidLoad` comes when it should.
@MainActor open class UIViewController: UIResponder {
  open var title: String?
  /// Loaded at first use, by `loadView`, then `viewDidLoad`.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return viewIfLoaded
    }
    set { viewIfLoaded = newValue }
  }
  open private(set) var viewIfLoaded: UIView?
  open var isViewLoaded: Bool { viewIfLoaded != nil }
  private var isLoading = false

  /// There are no nibs on Linux: both names are ignored.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
  nonisolated public override init() { super.init() }
  /// There are no storyboards on Linux: always nil.
  public required init?(coder: NSCoder) { nil }

  open func loadView() { viewIfLoaded = UIView() }

  open func loadViewIfNeeded() {
    guard viewIfLoaded == nil, !isLoading else { return }
    isLoading = true
    loadView()
    isLoading = false
    viewDidLoad()
  }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
}

/// A rectangle of the screen, without content.
@MainActor open class UIView: UIResponder {
  open var tag = 0
  open var isHidden = false
  open private(set) var subviews: [UIView] = []
  open private(set) weak var superview: UIView?

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

/// Text that a person would read.
@MainActor open class UILabel: UIView {
  open var text: String?
}

/// The root of a scene's views.
@MainActor open class UIWindow: UIView {
  open weak var windowScene: UIWindowScene? {
    didSet {
      oldValue?.windows.removeAll { $0 === self }
      windowScene?.windows.append(self)
    }
  }
  open var rootViewController: UIViewController?
  open private(set) var isKeyWindow = false

  public init(windowScene: UIWindowScene) {
    super.init()
    self.windowScene = windowScene
    windowScene.windows.append(self)
  }

  nonisolated public override init() { super.init() }

  /// Shows the window: the root view controller's view is loaded now.
  open func makeKeyAndVisible() {
    isKeyWindow = true
    rootViewController?.loadViewIfNeeded()
    rootViewController?.viewWillAppear(false)
    rootViewController?.viewDidAppear(false)
  }
}

/// The device's screen.
@MainActor open class UIScreen: NSObject {
  public static let main = UIScreen()
}
