/// A view of a collection: a cell, a header or a footer.
@preconcurrency @MainActor open class UICollectionReusableView: UIView {
  var identifier: String?
  open var reuseIdentifier: String? { identifier }

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  @usableFromInline convenience init(dequeued identifier: String) {
    self.init(frame: .zero)
    self.identifier = identifier
  }

  open func prepareForReuse() {}
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
}

/// An item of a collection.
@preconcurrency @MainActor open class UICollectionViewCell: UICollectionReusableView {
  open private(set) var contentView = UIView()
  open var backgroundView: UIView?
  open var selectedBackgroundView: UIView?
  open var isSelected = false
  open var isHighlighted = false
  open var contentConfiguration: (any UIContentConfiguration)? {
    didSet { show(contentConfiguration, in: contentView) }
  }
  open var backgroundConfiguration: UIBackgroundConfiguration?
  open var automaticallyUpdatesContentConfiguration = true
  open var automaticallyUpdatesBackgroundConfiguration = true
  /// The segue of a storyboard that begins when the item is selected.
  var selectionAction: UIAction?

  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(contentView)
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isSelected = isSelected
    state.isHighlighted = isHighlighted
    return state
  }
  open func setNeedsUpdateConfiguration() { updateConfiguration(using: configurationState) }
  open func updateConfiguration(using state: UICellConfigurationState) {}
}

/// An item that looks like a row of a table.
@preconcurrency @MainActor open class UICollectionViewListCell: UICollectionViewCell {
  open var accessories: [UICellAccessory] = []
  open var indentationLevel = 0
  open var indentationWidth: CGFloat = 10
  open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }
  open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { .listCell() }
}

/// A sign at the end of an item, which nothing draws.
@preconcurrency @MainActor public struct UICellAccessory {
  let name: String

  public static func disclosureIndicator() -> UICellAccessory { .init(name: "disclosureIndicator") }
  public static func checkmark() -> UICellAccessory { .init(name: "checkmark") }
  public static func delete() -> UICellAccessory { .init(name: "delete") }
  public static func reorder() -> UICellAccessory { .init(name: "reorder") }
  public static func outlineDisclosure() -> UICellAccessory { .init(name: "outlineDisclosure") }
}
