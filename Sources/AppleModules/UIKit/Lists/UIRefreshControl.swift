/// The control that the user reaches by pulling a list down. A test pulls it with `app.refresh()`.
@preconcurrency @MainActor open class UIRefreshControl: UIControl {
  open private(set) var isRefreshing = false
  open var attributedTitle: NSAttributedString?

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func beginRefreshing() { isRefreshing = true }
  open func endRefreshing() { isRefreshing = false }

  /// Begins a refresh, as the user does who pulls.
  func pull() {
    guard isEnabled, !isRefreshing else { return }
    isRefreshing = true
    send(.valueChanged, UIEvent())
    send(.primaryActionTriggered, UIEvent())
  }
}
