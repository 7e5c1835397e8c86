/// A control that is on or off. A touch changes it.
@preconcurrency @MainActor open class UISwitch: UIControl {
  open var isOn = false
  open var onTintColor: UIColor?
  open var thumbTintColor: UIColor?

  open func setOn(_ on: Bool, animated: Bool) { isOn = on }

  override func touch() {
    isOn.toggle()
    send(.valueChanged, UIEvent())
    super.touch()
  }

  override var sendsPrimaryActionOnTouch: Bool { true }
}

/// A control for a value in a range.
@preconcurrency @MainActor open class UISlider: UIControl {
  private var stored: Float = 0
  /// The value, always between the minimum and the maximum.
  open var value: Float {
    get { stored }
    set { stored = min(max(newValue, minimumValue), maximumValue) }
  }
  open var minimumValue: Float = 0 { didSet { value = stored } }
  open var maximumValue: Float = 1 { didSet { value = stored } }
  open var isContinuous = true
  open var minimumValueImage: UIImage?
  open var maximumValueImage: UIImage?
  open var minimumTrackTintColor: UIColor?
  open var maximumTrackTintColor: UIColor?
  open var thumbTintColor: UIColor?
  open func setThumbImage(_ image: UIImage?, for state: UIControl.State) {}
  open func setMinimumTrackImage(_ image: UIImage?, for state: UIControl.State) {}
  open func setMaximumTrackImage(_ image: UIImage?, for state: UIControl.State) {}

  open func setValue(_ value: Float, animated: Bool) { self.value = value }
}

/// A control for a value that changes in steps.
@preconcurrency @MainActor open class UIStepper: UIControl {
  private var stored = 0.0
  open var value: Double {
    get { stored }
    set { stored = min(max(newValue, minimumValue), maximumValue) }
  }
  open var minimumValue = 0.0 { didSet { value = stored } }
  open var maximumValue = 100.0 { didSet { value = stored } }
  open var stepValue = 1.0
  open var isContinuous = true
  open var autorepeat = true
  open var wraps = false
}

/// A control with segments, of which one is selected.
@preconcurrency @MainActor open class UISegmentedControl: UIControl {
  public static let noSegment = -1
  private var titles: [String?] = []
  open var isMomentary = false
  open var selectedSegmentIndex = UISegmentedControl.noSegment

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public init(items: [Any]?) {
    titles = (items ?? []).map { $0 as? String }
    super.init(frame: .zero)
  }

  open var numberOfSegments: Int { titles.count }

  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    titles.insert(title, at: min(max(segment, 0), titles.count))
  }

  open func removeSegment(at segment: Int, animated: Bool) {
    if titles.indices.contains(segment) { titles.remove(at: segment) }
  }

  open func removeAllSegments() { titles = [] }

  open func setTitle(_ title: String?, forSegmentAt segment: Int) {
    if titles.indices.contains(segment) { titles[segment] = title }
  }

  open var selectedSegmentTintColor: UIColor?
  open var apportionsSegmentWidthsByContent = false
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) {}
  open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {}
  open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
    titles.insert(nil, at: min(max(segment, 0), titles.count))
  }
  open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
    if enabled { disabled.remove(segment) } else { disabled.insert(segment) }
  }
  open func isEnabledForSegment(at segment: Int) -> Bool { !disabled.contains(segment) }
  open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) {}
  private var disabled: Set<Int> = []

  open func titleForSegment(at segment: Int) -> String? {
    titles.indices.contains(segment) ? titles[segment] : nil
  }

  /// Selects a segment, as a touch does.
  func touch(segment: Int) {
    guard selectedSegmentIndex != segment, isEnabledForSegment(at: segment) else { return }
    selectedSegmentIndex = segment
    send(.valueChanged, UIEvent())
    send(.primaryActionTriggered, UIEvent())
  }
}

/// A sign that something is going on.
@preconcurrency @MainActor open class UIActivityIndicatorView: UIView {
  @nonexhaustive public enum Style: Int, Sendable {
    case medium = 100
    case large = 101
    @available(*, deprecated, renamed: "large")
    case whiteLarge = 0
    @available(*, deprecated, renamed: "medium")
    case white = 1
    @available(*, deprecated, renamed: "medium")
    case gray = 2
  }

  open private(set) var isAnimating = false
  open var hidesWhenStopped = true
  open var style = Style.medium
  open var color: UIColor!

  public override init(frame: CGRect) { super.init(frame: frame) }
  /// Creates a view of a storyboard; with another coder, an empty view.
  public required init(coder: NSCoder) { super.init(frame: .zero) }
  public init(style: Style) {
    super.init(frame: .zero)
    self.style = style
  }

  open func startAnimating() { isAnimating = true }
  open func stopAnimating() { isAnimating = false }
}

/// The progress of a task.
@preconcurrency @MainActor open class UIProgressView: UIView {
  @nonexhaustive public enum Style: Int, Sendable {
    case `default` = 0
    case bar
  }
  open var progressViewStyle = Style.default
  open var progressTintColor: UIColor?
  open var trackTintColor: UIColor?
  open var progressImage: UIImage?
  open var trackImage: UIImage?
  open var observedProgress: Progress? {
    didSet { if let observedProgress { progress = Float(observedProgress.fractionCompleted) } }
  }

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  public convenience init(progressViewStyle style: Style) {
    self.init(frame: .zero)
    progressViewStyle = style
  }

  private var stored: Float = 0
  open var progress: Float {
    get { stored }
    set { stored = min(max(newValue, 0), 1) }
  }

  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
}
