/// The size of a text. There is no type face.
///
/// Sendable: all properties are constants.
open class UIFont: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open private(set) var pointSize: CGFloat
  open private(set) var fontName: String

  init(_ name: String, _ size: CGFloat) {
    fontName = name
    pointSize = size
  }

  /// Never returns nil: the fonts of the system are not known.
  public override convenience init() { self.init("", 0) }

  public init?(name fontName: String, size fontSize: CGFloat) {
    self.fontName = fontName
    pointSize = fontSize
  }

  public init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    fontName = descriptor.postscriptName
    self.pointSize = pointSize == 0 ? descriptor.pointSize : pointSize
  }

  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(".SFUI-Regular", fontSize)
  }
  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(".SFUI-\(weight.name)", fontSize)
  }
  open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    systemFont(ofSize: fontSize, weight: weight)
  }
  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(".SFUIMono-\(weight.name)", fontSize)
  }
  /// The font of a style, in the size that the user has by default.
  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    UIFont(".SFUI-\(style == .headline ? "Semibold" : "Regular")", style.size)
  }
  open class func preferredFont(
    forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFont { preferredFont(forTextStyle: style) }
  open class var labelFontSize: CGFloat { 17 }
  open class var buttonFontSize: CGFloat { 18 }
  open class var smallSystemFontSize: CGFloat { 12 }
  open class var systemFontSize: CGFloat { 14 }
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(".SFUI-Semibold", fontSize)
  }
  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(".SFUI-RegularItalic", fontSize)
  }

  open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(fontName, fontSize) }
  open var familyName: String { String(fontName.prefix { $0 != "-" }) }
  open var fontDescriptor: UIFontDescriptor {
    UIFontDescriptor(name: fontName, size: pointSize)
  }
  /// As a part of the size (assumed): there are no glyphs to measure.
  open var ascender: CGFloat { pointSize * 0.95 }
  open var descender: CGFloat { pointSize * -0.24 }
  open var capHeight: CGFloat { pointSize * 0.7 }
  open var xHeight: CGFloat { pointSize * 0.53 }
  open var lineHeight: CGFloat { pointSize * 1.19 }
  open var leading: CGFloat { 0 }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return fontName == other.fontName && pointSize == other.pointSize
  }
  open override var hash: Int { fontName.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let name = coder.text("fontName") else { return nil }
    fontName = name
    pointSize = CGFloat(coder.decodeDouble(forKey: "pointSize"))
  }

  open func encode(with coder: NSCoder) {
    coder.encode(fontName, "fontName")
    coder.encode(Double(pointSize), forKey: "pointSize")
  }
}

extension UIFont: EmptyValue {
  public static func emptyValue() -> Any { UIFont.systemFont(ofSize: 17) }
}

extension UIFont {
  public struct Weight: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    public static let ultraLight = Weight(-0.8)
    public static let thin = Weight(-0.6)
    public static let light = Weight(-0.4)
    public static let regular = Weight(0)
    public static let medium = Weight(0.23)
    public static let semibold = Weight(0.3)
    public static let bold = Weight(0.4)
    public static let heavy = Weight(0.56)
    public static let black = Weight(0.62)

    fileprivate var name: String {
      switch self {
      case .ultraLight: "Ultralight"
      case .thin: "Thin"
      case .light: "Light"
      case .medium: "Medium"
      case .semibold: "Semibold"
      case .bold: "Bold"
      case .heavy: "Heavy"
      case .black: "Black"
      default: "Regular"
      }
    }
  }

  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let extraLargeTitle = TextStyle(rawValue: "UICTFontTextStyleExtraLargeTitle")
    public static let extraLargeTitle2 = TextStyle(rawValue: "UICTFontTextStyleExtraLargeTitle2")
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

    /// The size in Apple's table for the user's default setting (Human Interface Guidelines, Typography).
    fileprivate var size: CGFloat {
      switch self {
      case .extraLargeTitle: 36
      case .extraLargeTitle2: 28
      case .largeTitle: 34
      case .title1: 28
      case .title2: 22
      case .title3: 20
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption1: 12
      case .caption2: 11
      default: 17
      }
    }
  }
}

/// The attributes of a font.
///
/// Sendable: all properties are constants.
open class UIFontDescriptor: NSObject, @unchecked Sendable {
  open private(set) var postscriptName: String
  open private(set) var pointSize: CGFloat
  open private(set) var symbolicTraits: SymbolicTraits

  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
    public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
    public static let traitExpanded = SymbolicTraits(rawValue: 1 << 5)
    public static let traitCondensed = SymbolicTraits(rawValue: 1 << 6)
    public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
  }

  public struct SystemDesign: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
    public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
    public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
    public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
  }

  public override convenience init() { self.init(name: "", size: 0) }

  public init(name fontName: String, size: CGFloat) {
    postscriptName = fontName
    pointSize = size
    symbolicTraits = []
  }

  private init(_ other: UIFontDescriptor, traits: SymbolicTraits) {
    postscriptName = other.postscriptName
    pointSize = other.pointSize
    symbolicTraits = traits
  }

  open class func preferredFontDescriptor(
    withTextStyle style: UIFont.TextStyle
  ) -> UIFontDescriptor { UIFont.preferredFont(forTextStyle: style).fontDescriptor }
  open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    UIFontDescriptor(self, traits: symbolicTraits)
  }
  open func withDesign(_ design: SystemDesign) -> UIFontDescriptor? { self }
  open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
    UIFontDescriptor(name: postscriptName, size: newPointSize)
  }
}

/// Sizes that follow the user's setting, which stays at its default.
///
/// Sendable: it has no state.
open class UIFontMetrics: NSObject, @unchecked Sendable {
  open class var `default`: UIFontMetrics { UIFontMetrics(forTextStyle: .body) }
  public init(forTextStyle textStyle: UIFont.TextStyle) {}
  open func scaledFont(for font: UIFont) -> UIFont { font }
  open func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    font.withSize(min(font.pointSize, maximumPointSize))
  }
  open func scaledValue(for value: CGFloat) -> CGFloat { value }
}
