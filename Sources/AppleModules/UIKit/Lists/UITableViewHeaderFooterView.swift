/// The header or the footer of a section, with a title or with views of the app.
@preconcurrency @MainActor open class UITableViewHeaderFooterView: UIView {
  open private(set) var reuseIdentifier: String?
  open private(set) lazy var contentView = added(UIView(), to: self)
  open private(set) lazy var textLabel: UILabel? = added(UILabel(), to: contentView)
  open private(set) lazy var detailTextLabel: UILabel? = added(UILabel(), to: contentView)
  open var backgroundView: UIView?
  /// The contents of the view; its texts are read as those of labels.
  open var contentConfiguration: (any UIContentConfiguration)? {
    didSet { show(contentConfiguration, in: contentView) }
  }

  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  public convenience init() { self.init(reuseIdentifier: nil) }

  @usableFromInline convenience init(dequeued identifier: String) {
    self.init(reuseIdentifier: identifier)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func prepareForReuse() {}

  open func defaultContentConfiguration() -> UIListContentConfiguration { .header() }

  private func added<V: UIView>(_ view: V, to parent: UIView) -> V {
    parent.addSubview(view)
    return view
  }
}
