/// Manages a view. There is no drawing: a view exists so that `viewDidLoad` and the calls about
/// appearance come when they should.
@preconcurrency @MainActor open class UIViewController: UIResponder {
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
  private var appearance = Appearance.disappeared

  private enum Appearance { case appearing, appeared, disappeared }

  /// There are no nibs on Linux: both names are ignored.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
  public convenience override init() { self.init(nibName: nil, bundle: nil) }
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
  /// Called as the window is shown. Not called when the app comes back to foreground.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called as an event of its own after that.
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  /// Called when memory is short, if the controller is the root of a window.
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
