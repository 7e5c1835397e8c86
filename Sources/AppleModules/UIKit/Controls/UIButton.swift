internal import YobanSimulatedApple

/// A control with a title that sends its primary action when it is touched.
@preconcurrency @MainActor open class UIButton: UIControl {
  open override class func appearance() -> UIButton {
    ScreenSettings.current.proxy { UIButton(frame: .zero) }
  }

  @nonexhaustive public enum ButtonType: Int, Sendable {
    case custom = 0
    case system = 1
    case detailDisclosure = 2
    case infoLight = 3
    case infoDark = 4
    case contactAdd = 5
    case close = 7
    public static var roundedRect: ButtonType { .system }
  }

  /// The appearance of a button.
  public struct Configuration {
    public var title: String?
    public var subtitle: String?
    public var attributedTitle: AttributedString? {
      didSet { title = attributedTitle.map { String($0.characters) } }
    }
    public var attributedSubtitle: AttributedString? {
      didSet { subtitle = attributedSubtitle.map { String($0.characters) } }
    }
    public var image: UIImage?
    public var imagePadding: CGFloat = 0
    public var titlePadding: CGFloat = 0
    public var imagePlacement = NSDirectionalRectEdge.leading
    public var titleAlignment = TitleAlignment.automatic
    public var buttonSize = Size.medium
    public var cornerStyle = CornerStyle.dynamic
    public var baseForegroundColor: UIColor?
    public var baseBackgroundColor: UIColor?
    public var contentInsets = NSDirectionalEdgeInsets.zero
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
    public var showsActivityIndicator = false
    public var background = UIBackgroundConfiguration()
    public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?

    @nonexhaustive public enum TitleAlignment: Int, Sendable {
      case automatic = 0
      case leading, center, trailing
    }
    @nonexhaustive public enum Size: Int, Sendable {
      case medium = 0
      case small, mini, large
    }
    @nonexhaustive public enum CornerStyle: Int, Sendable {
      case fixed = -1
      case dynamic = 0
      case small, medium, large, capsule
    }

    public static func plain() -> Configuration { Configuration() }
    public static func tinted() -> Configuration { Configuration() }
    public static func gray() -> Configuration { Configuration() }
    public static func filled() -> Configuration { Configuration() }
    public static func borderless() -> Configuration { Configuration() }
    public static func bordered() -> Configuration { Configuration() }
    public static func borderedTinted() -> Configuration { Configuration() }
    public static func borderedProminent() -> Configuration { Configuration() }
  }

  open private(set) var buttonType = ButtonType.custom
  open private(set) var titleLabel: UILabel? = UILabel()
  open private(set) var imageView: UIImageView? = UIImageView()
  open var configuration: Configuration?
  open var configurationUpdateHandler: ((UIButton) -> Void)?
  open func setNeedsUpdateConfiguration() { configurationUpdateHandler?(self) }
  open func updateConfiguration() {}
  open var menu: UIMenu?
  open var showsMenuAsPrimaryAction = false
  open var changesSelectionAsPrimaryAction = false
  open var adjustsImageWhenDisabled = true
  open var reversesTitleShadowWhenHighlighted = false
  open func setPreferredSymbolConfiguration(
    _ configuration: UIImage.SymbolConfiguration?, forImageIn state: UIControl.State
  ) {}
  open func backgroundImage(for state: UIControl.State) -> UIImage? { nil }
  open var currentTitleColor: UIColor { titleColor(for: state) ?? .tintColor }
  open var titleEdgeInsets = UIEdgeInsets.zero
  open var contentEdgeInsets = UIEdgeInsets.zero
  open var imageEdgeInsets = UIEdgeInsets.zero
  open var adjustsImageWhenHighlighted = true
  open var showsTouchWhenHighlighted = false
  open func setBackgroundImage(_ image: UIImage?, for state: UIControl.State) {}
  open func setTitleShadowColor(_ color: UIColor?, for state: UIControl.State) {}
  private var titles: [UIControl.State: String] = [:]
  private var images: [UIControl.State: UIImage] = [:]
  private var colors: [UIControl.State: UIColor] = [:]

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(type buttonType: ButtonType) {
    self.init(frame: .zero)
    self.buttonType = buttonType
  }

  public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero, primaryAction: primaryAction)
    self.buttonType = buttonType
    setTitle(primaryAction?.title, for: .normal)
  }

  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero, primaryAction: primaryAction)
    SystemAPI.buttonConfiguration.reportIfTooNew()
    self.configuration = configuration
    buttonType = .system
    if configuration.title == nil, let title = primaryAction?.title, !title.isEmpty {
      self.configuration?.title = title
    }
  }

  open func setTitle(_ title: String?, for state: UIControl.State) {
    titles[state] = title
    if configuration != nil, state == .normal { configuration?.title = title }
    titleLabel?.text = currentTitle
  }

  open func title(for state: UIControl.State) -> String? { titles[state] ?? titles[.normal] }
  open var currentTitle: String? { title(for: state) }

  open func setTitleColor(_ color: UIColor?, for state: UIControl.State) { colors[state] = color }
  open func titleColor(for state: UIControl.State) -> UIColor? { colors[state] ?? colors[.normal] }

  open func setImage(_ image: UIImage?, for state: UIControl.State) {
    images[state] = image
    imageView?.image = currentImage
  }

  open func image(for state: UIControl.State) -> UIImage? { images[state] ?? images[.normal] }
  open var currentImage: UIImage? { image(for: state) }

  override var sendsPrimaryActionOnTouch: Bool { true }

  open func setAttributedTitle(_ title: NSAttributedString?, for state: UIControl.State) {
    setTitle(title?.string, for: state)
  }
  open func attributedTitle(for state: UIControl.State) -> NSAttributedString? {
    title(for: state).map { NSAttributedString(string: $0) }
  }
}

/// A change of the attributes of a text, which nothing draws.
public struct UIConfigurationTextAttributesTransformer {
  public init(_ transform: @escaping (AttributeContainer) -> AttributeContainer) {}
}

/// Edges of a rectangle, in the direction of the language.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let top = NSDirectionalRectEdge(rawValue: 1 << 0)
  public static let leading = NSDirectionalRectEdge(rawValue: 1 << 1)
  public static let bottom = NSDirectionalRectEdge(rawValue: 1 << 2)
  public static let trailing = NSDirectionalRectEdge(rawValue: 1 << 3)
  public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}
