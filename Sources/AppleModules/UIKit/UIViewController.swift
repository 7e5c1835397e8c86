/// Manages a view. Nothing is drawn: a view exists only so that `viewDidLoad` and the appearance
/// callbacks are called at the right times.
@preconcurrency @MainActor open class UIViewController: UIResponder {
  open var title: String?
  /// The view. Its first use calls `loadView`, then `viewDidLoad`.
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
  private var appearance = Appearance.disappeared

  private enum Appearance { case appearing, appeared, disappeared }

  /// Ignores both names, because there are no nibs on Linux.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
  public convenience override init() { self.init(nibName: nil, bundle: nil) }
  /// Always returns nil, because there are no storyboards on Linux.
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
  /// Called when the window is shown. Not called when the app returns to foreground.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called as a separate event after `viewWillAppear(_:)`.
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  /// Called when memory is low, if the controller is the root of a window.
  open func didReceiveMemoryWarning() {}

  // MARK: Called by the window

  func appear(in window: UIWindow) {
    loadViewIfNeeded()
    guard appearance == .disappeared else { return }
    appearance = .appearing
    viewWillAppear(false)
    if let view = viewIfLoaded { window.addSubview(view) }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.appearance == .appearing else { return }
        self.appearance = .appeared
        self.viewDidAppear(false)
      }
    }
  }

  func disappear() {
    guard appearance != .disappeared else { return }
    appearance = .disappeared
    viewWillDisappear(false)
    viewIfLoaded?.removeFromSuperview()
    viewDidDisappear(false)
  }
}
