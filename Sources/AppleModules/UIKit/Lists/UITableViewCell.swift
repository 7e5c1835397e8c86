/// A row of a table.
@preconcurrency @MainActor open class UITableViewCell: UIView {
  open override class func appearance() -> UITableViewCell {
    ScreenSettings.current.proxy { UITableViewCell(style: .default, reuseIdentifier: nil) }
  }

  @nonexhaustive public enum CellStyle: Int, Sendable {
    case `default` = 0
    case value1, value2, subtitle
  }

  @nonexhaustive public enum AccessoryType: Int, Sendable {
    case none = 0
    case disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }

  @nonexhaustive public enum SelectionStyle: Int, Sendable {
    case none = 0
    case blue, gray, `default`
  }

  @nonexhaustive public enum SeparatorStyle: Int, Sendable {
    case none = 0
    case singleLine
  }

  @nonexhaustive public enum EditingStyle: Int, Sendable {
    case none = 0
    case delete, insert
  }

  open var accessoryView: UIView?
  open var editingAccessoryView: UIView?
  open var editingAccessoryType = AccessoryType.none
  open var backgroundView: UIView?
  open var selectedBackgroundView: UIView?
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  open var isSelected = false
  open var isHighlighted = false
  open var isEditing = false
  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }
  open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
  var storyboardIdentifier: String?
  open var reuseIdentifier: String? { storyboardIdentifier }
  open private(set) var contentView = UIView()
  /// The segue of a storyboard that begins when the row is selected.
  var selectionAction: UIAction?
  open private(set) lazy var textLabel: UILabel? = added(UILabel())
  open private(set) lazy var detailTextLabel: UILabel? = added(UILabel())
  open var accessoryType = AccessoryType.none
  open private(set) lazy var imageView: UIImageView? = added(UIImageView())
  open var selectionStyle = SelectionStyle.default
  open var multipleSelectionBackgroundView: UIView?
  open var indentationLevel = 0
  open var indentationWidth: CGFloat = 10
  open var showsReorderControl = false
  open var shouldIndentWhileEditing = true
  open var focusStyle = FocusStyle.default

  @nonexhaustive public enum FocusStyle: Int, Sendable {
    case `default` = 0
    case custom
  }

  public init(style: CellStyle, reuseIdentifier: String?) {
    super.init(frame: .zero)
    storyboardIdentifier = reuseIdentifier
    addSubview(contentView)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

  @usableFromInline convenience init(dequeued identifier: String) {
    self.init(style: .default, reuseIdentifier: identifier)
  }

  /// Takes the labels that a storyboard has made for the cell's style.
  func adopt(textLabel: UILabel?, detailTextLabel: UILabel?) {
    if let textLabel { self.textLabel = textLabel }
    if let detailTextLabel { self.detailTextLabel = detailTextLabel }
  }

  open func prepareForReuse() {}

  // MARK: Configurations

  /// The contents of the cell; its texts are read as those of labels.
  open var contentConfiguration: (any UIContentConfiguration)? {
    didSet { show(contentConfiguration, in: contentView) }
  }
  open var backgroundConfiguration: UIBackgroundConfiguration?
  open var automaticallyUpdatesContentConfiguration = true
  open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }
  open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { .listCell() }
  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isSelected = isSelected
    state.isHighlighted = isHighlighted
    state.isEditing = isEditing
    return state
  }
  open func setNeedsUpdateConfiguration() { updateConfiguration(using: configurationState) }
  open func updateConfiguration(using state: UICellConfigurationState) {}

  private func added<V: UIView>(_ view: V) -> V {
    contentView.addSubview(view)
    return view
  }
}
