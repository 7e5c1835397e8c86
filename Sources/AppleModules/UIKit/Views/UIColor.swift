/// A color. The colors that adapt to the appearance have their values of the light appearance.
///
/// Sendable: all properties are constants.
open class UIColor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let components: [CGFloat]

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    components = [red, green, blue, alpha]
  }

  /// A color without components. Here it is clear.
  public override convenience init() { self.init(white: 0, alpha: 0) }

  public convenience init(
    displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) { self.init(red: red, green: green, blue: blue, alpha: alpha) }

  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// - Parameters: from 0 to 1.
  public convenience init(
    hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
  ) {
    let sector = (hue - hue.rounded(.down)) * 6
    let part = sector - sector.rounded(.down)
    let low = brightness * (1 - saturation)
    let falling = brightness * (1 - saturation * part)
    let rising = brightness * (1 - saturation * (1 - part))
    let (red, green, blue) =
      switch Int(sector) {
      case 0: (brightness, rising, low)
      case 1: (falling, brightness, low)
      case 2: (low, brightness, rising)
      case 3: (low, falling, brightness)
      case 4: (rising, low, brightness)
      default: (brightness, low, falling)
      }
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Black for every name: the colors of the app's catalogs are not read.
  public convenience init?(named name: String) { self.init(white: 0, alpha: 1) }
  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
  ) { self.init(white: 0, alpha: 1) }

  open func set() {}
  open func setFill() {}
  open func setStroke() {}

  @discardableResult open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    for (pointer, value) in zip([red, green, blue, alpha], components) { pointer?.pointee = value }
    return true
  }

  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(red: components[0], green: components[1], blue: components[2], alpha: alpha)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UIColor)?.components == components
  }
  open override var hash: Int { components.hashValue }
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    let keys = ["red", "green", "blue", "alpha"]
    guard keys.allSatisfy(coder.containsValue(forKey:)) else { return nil }
    components = keys.map { CGFloat(coder.decodeDouble(forKey: $0)) }
  }

  open func encode(with coder: NSCoder) {
    for (key, value) in zip(["red", "green", "blue", "alpha"], components) {
      coder.encode(Double(value), forKey: key)
    }
  }

  // MARK: Colors

  open class var black: UIColor { UIColor(white: 0, alpha: 1) }
  open class var darkGray: UIColor { UIColor(white: 1 / 3, alpha: 1) }
  open class var lightGray: UIColor { UIColor(white: 2 / 3, alpha: 1) }
  open class var white: UIColor { UIColor(white: 1, alpha: 1) }
  open class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
  open class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
  open class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
  open class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
  open class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
  open class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
  open class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
  open class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
  open class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
  open class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
  open class var clear: UIColor { UIColor(white: 0, alpha: 0) }

  private static func rgb(_ red: Int, _ green: Int, _ blue: Int, _ alpha: CGFloat = 1) -> UIColor {
    UIColor(
      red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: alpha)
  }

  open class var systemRed: UIColor { rgb(255, 59, 48) }
  open class var systemGreen: UIColor { rgb(52, 199, 89) }
  open class var systemBlue: UIColor { rgb(0, 122, 255) }
  open class var systemOrange: UIColor { rgb(255, 149, 0) }
  open class var systemYellow: UIColor { rgb(255, 204, 0) }
  open class var systemPink: UIColor { rgb(255, 45, 85) }
  open class var systemPurple: UIColor { rgb(175, 82, 222) }
  open class var systemTeal: UIColor { rgb(48, 176, 199) }
  open class var systemIndigo: UIColor { rgb(88, 86, 214) }
  open class var systemGray: UIColor { rgb(142, 142, 147) }
  open class var tintColor: UIColor { systemBlue }
  open class var label: UIColor { black }
  open class var secondaryLabel: UIColor { rgb(60, 60, 67, 0.6) }
  open class var tertiaryLabel: UIColor { rgb(60, 60, 67, 0.3) }
  open class var systemBackground: UIColor { white }
  open class var secondarySystemBackground: UIColor { rgb(242, 242, 247) }
  @available(*, deprecated, renamed: "systemGroupedBackground")
  open class var groupTableViewBackground: UIColor { systemGroupedBackground }
  open class var systemGroupedBackground: UIColor { rgb(242, 242, 247) }
  open class var quaternaryLabel: UIColor { rgb(60, 60, 67, 0.18) }
  open class var placeholderText: UIColor { rgb(60, 60, 67, 0.3) }
  open class var link: UIColor { systemBlue }
  open class var separator: UIColor { rgb(60, 60, 67, 0.29) }
  open class var opaqueSeparator: UIColor { rgb(198, 198, 200) }
  open class var systemFill: UIColor { rgb(120, 120, 128, 0.2) }
  open class var secondarySystemFill: UIColor { rgb(120, 120, 128, 0.16) }
  open class var tertiarySystemFill: UIColor { rgb(118, 118, 128, 0.12) }
  open class var quaternarySystemFill: UIColor { rgb(116, 116, 128, 0.08) }
  open class var tertiarySystemBackground: UIColor { white }
  open class var secondarySystemGroupedBackground: UIColor { white }
  open class var tertiarySystemGroupedBackground: UIColor { rgb(242, 242, 247) }
  open class var systemMint: UIColor { rgb(0, 199, 190) }
  open class var systemCyan: UIColor { rgb(50, 173, 230) }
  open class var systemBrown: UIColor { rgb(162, 132, 94) }
  open class var systemGray2: UIColor { rgb(174, 174, 178) }
  open class var systemGray3: UIColor { rgb(199, 199, 204) }
  open class var systemGray4: UIColor { rgb(209, 209, 214) }
  open class var systemGray5: UIColor { rgb(229, 229, 234) }
  open class var systemGray6: UIColor { rgb(242, 242, 247) }
  open class var lightText: UIColor { UIColor(white: 1, alpha: 0.6) }
  open class var darkText: UIColor { black }
}
