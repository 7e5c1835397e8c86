/// A description of what a cell shows. The views of a configuration of the app are created and shown; nothing
/// is drawn.
@preconcurrency @MainActor public protocol UIContentConfiguration {
  func makeContentView() -> any UIView & UIContentView
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a configuration.
@preconcurrency @MainActor public protocol UIContentView: NSObjectProtocol {
  var configuration: any UIContentConfiguration { get set }
}

/// The state of a cell, as configurations see it.
@preconcurrency @MainActor public protocol UIConfigurationState {
  var traitCollection: UITraitCollection { get set }
}

/// The state of a cell.
@preconcurrency @MainActor public struct UICellConfigurationState: UIConfigurationState {
  public var traitCollection: UITraitCollection
  public var isDisabled = false
  public var isHighlighted = false
  public var isSelected = false
  public var isFocused = false
  public var isEditing = false
  public var isExpanded = false
  public var isSwiped = false

  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }
}

/// The texts and the image of a row.
@preconcurrency @MainActor public struct UIListContentConfiguration: UIContentConfiguration {
  /// The look of a text, which nothing draws.
  @preconcurrency @MainActor public struct TextProperties {
    public var font = UIFont.systemFont(ofSize: 17)
    public var color = UIColor.label
    public var alignment = TextAlignment.natural
    public var numberOfLines = 0
    public var lineBreakMode = NSLineBreakMode.byWordWrapping
    public var adjustsFontSizeToFitWidth = false
    public var minimumScaleFactor: CGFloat = 0
    public var adjustsFontForContentSizeCategory = true

    @nonexhaustive public enum TextAlignment: Int, Sendable {
      case natural = 0
      case center, justified
    }
  }

  /// The look of the image, which nothing draws.
  @preconcurrency @MainActor public struct ImageProperties {
    public var tintColor: UIColor?
    public var cornerRadius: CGFloat = 0
    public var maximumSize = CGSize.zero
    public var reservedLayoutSize = CGSize.zero
    public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
  }

  public var text: String?
  public var secondaryText: String?
  public var attributedText: NSAttributedString? { didSet { text = attributedText?.string } }
  public var secondaryAttributedText: NSAttributedString? {
    didSet { secondaryText = secondaryAttributedText?.string }
  }
  public var image: UIImage?
  public var textProperties = TextProperties()
  public var secondaryTextProperties = TextProperties()
  public var imageProperties = ImageProperties()
  public var prefersSideBySideTextAndSecondaryText = false
  public var directionalLayoutMargins = NSDirectionalEdgeInsets.zero
  public var imageToTextPadding: CGFloat = 0
  public var textToSecondaryTextHorizontalPadding: CGFloat = 0
  public var textToSecondaryTextVerticalPadding: CGFloat = 0

  public static func cell() -> UIListContentConfiguration { .init() }
  public static func subtitleCell() -> UIListContentConfiguration { .init() }
  public static func valueCell() -> UIListContentConfiguration { .init() }
  public static func header() -> UIListContentConfiguration { .init() }
  public static func footer() -> UIListContentConfiguration { .init() }
  public static func sidebarCell() -> UIListContentConfiguration { .init() }
  public static func sidebarHeader() -> UIListContentConfiguration { .init() }
  public static func plainHeader() -> UIListContentConfiguration { .init() }
  public static func plainFooter() -> UIListContentConfiguration { .init() }
  public static func groupedHeader() -> UIListContentConfiguration { .init() }
  public static func groupedFooter() -> UIListContentConfiguration { .init() }

  public func makeContentView() -> any UIView & UIContentView {
    UIListContentView(configuration: self)
  }
  public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration { self }
}

/// The view of a list's row: its two texts as labels.
@preconcurrency @MainActor open class UIListContentView: UIView, UIContentView {
  private let first = UILabel()
  private let second = UILabel()
  open var configuration: any UIContentConfiguration { didSet { show() } }

  public init(configuration: UIListContentConfiguration) {
    self.configuration = configuration
    super.init(frame: .zero)
    addSubview(first)
    addSubview(second)
    show()
  }

  public required init?(coder: NSCoder) {
    configuration = UIListContentConfiguration.cell()
    super.init(coder: coder)
    addSubview(first)
    addSubview(second)
  }

  private func show() {
    let list = configuration as? UIListContentConfiguration
    first.text = list?.text
    second.text = list?.secondaryText
  }
}

/// The background of a cell or a button, which nothing draws.
public struct UIBackgroundConfiguration {
  public var backgroundColor: UIColor?
  public var cornerRadius: CGFloat = 0
  public var strokeColor: UIColor?
  public var strokeWidth: CGFloat = 0
  public var backgroundInsets = NSDirectionalEdgeInsets.zero
  public var customView: UIView?

  public static func clear() -> UIBackgroundConfiguration { .init() }
  public static func listPlainCell() -> UIBackgroundConfiguration { .init() }
  public static func listGroupedCell() -> UIBackgroundConfiguration { .init() }
  public static func listSidebarCell() -> UIBackgroundConfiguration { .init() }
  public static func listCell() -> UIBackgroundConfiguration { .init() }
}

/// Replaces the view of a configuration in a cell.
@MainActor func show(_ configuration: (any UIContentConfiguration)?, in contentView: UIView) {
  let old = contentView.subviews.first { $0 is any UIContentView }
  guard let configuration else {
    old?.removeFromSuperview()
    return
  }
  if let shown = old as? any UIView & UIContentView,
    type(of: shown.configuration) == type(of: configuration)
  {
    shown.configuration = configuration
    return
  }
  old?.removeFromSuperview()
  contentView.addSubview(configuration.makeContentView())
}
