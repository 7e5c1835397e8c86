/// The root of an app's views. The app must keep a strong reference, because nothing else does.
@preconcurrency @MainActor open class UIWindow: UIView {
  /// The scene that shows the window; nil in an app without scenes.
  open weak var windowScene: UIWindowScene? {
    didSet {
      oldValue?.shown.remove(self)
      windowScene?.shown.add(self)
    }
  }
  /// The controller of the window's content. If the window is shown, a new controller appears and
  /// the old one disappears.
  open var rootViewController: UIViewController? {
    didSet {
      guard isShown, oldValue !== rootViewController else { return }
      oldValue?.disappear()
      rootViewController?.appear(in: self)
    }
  }
  open internal(set) var isKeyWindow = false
  private var isShown = false

  public init(windowScene: UIWindowScene) {
    super.init(frame: UIScreen.main.bounds)
    self.windowScene = windowScene
    windowScene.shown.add(self)
  }

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Has no effect: a test taps controls and views as a whole.
  open func sendEvent(_ event: UIEvent) {}

  open override var next: UIResponder? { windowScene ?? UIApplication.shared }

  /// Shows the window. Loads the view of the root view controller, which appears.
  open func makeKeyAndVisible() {
    isShown = true
    UIApplication.shared.makeKey(self)
    rootViewController?.appear(in: self)
  }
}

/// A list of weak references to windows, in the order in which they were added.
struct WindowList {
  private struct Entry { weak var window: UIWindow? }
  private var entries: [Entry] = []

  var windows: [UIWindow] { entries.compactMap(\.window) }

  mutating func add(_ window: UIWindow) {
    entries.removeAll { $0.window == nil || $0.window === window }
    entries.append(Entry(window: window))
  }

  mutating func remove(_ window: UIWindow) {
    entries.removeAll { $0.window == nil || $0.window === window }
  }
}
