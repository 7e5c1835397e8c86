internal import YobanSimulatedApple

/// A control with a title that sends its primary action when it is touched.
@preconcurrency @MainActor open class UIButton: UIControl {
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

  /// The appearance of a button. Only its texts and its image are stored.
  public struct Configuration: Hashable {
    public var title: String?
    public var subtitle: String?
    public var image: UIImage?

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
}
