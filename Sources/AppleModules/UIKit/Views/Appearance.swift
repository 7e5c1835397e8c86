/// A color. The colors that adapt to the appearance have their values of the light appearance.
///
/// Sendable: all properties are constants.
open class UIColor: NSObject, @unchecked Sendable {
  private let components: [CGFloat]

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    components = [red, green, blue, alpha]
  }

  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

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

  public class var black: UIColor { UIColor(white: 0, alpha: 1) }
  public class var darkGray: UIColor { UIColor(white: 1 / 3, alpha: 1) }
  public class var lightGray: UIColor { UIColor(white: 2 / 3, alpha: 1) }
  public class var white: UIColor { UIColor(white: 1, alpha: 1) }
  public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
  public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
  public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
  public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
  public class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
  public class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
  public class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
  public class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
  public class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
  public class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
  public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
}

extension UIColor {
  private static func rgb(_ red: Int, _ green: Int, _ blue: Int, _ alpha: CGFloat = 1) -> UIColor {
    UIColor(
      red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: alpha)
  }

  public class var systemRed: UIColor { rgb(255, 59, 48) }
  public class var systemGreen: UIColor { rgb(52, 199, 89) }
  public class var systemBlue: UIColor { rgb(0, 122, 255) }
  public class var systemOrange: UIColor { rgb(255, 149, 0) }
  public class var systemYellow: UIColor { rgb(255, 204, 0) }
  public class var systemPink: UIColor { rgb(255, 45, 85) }
  public class var systemPurple: UIColor { rgb(175, 82, 222) }
  public class var systemTeal: UIColor { rgb(48, 176, 199) }
  public class var systemIndigo: UIColor { rgb(88, 86, 214) }
  public class var systemGray: UIColor { rgb(142, 142, 147) }
  public class var tintColor: UIColor { systemBlue }
  public class var label: UIColor { black }
  public class var secondaryLabel: UIColor { rgb(60, 60, 67, 0.6) }
  public class var tertiaryLabel: UIColor { rgb(60, 60, 67, 0.3) }
  public class var systemBackground: UIColor { white }
  public class var secondarySystemBackground: UIColor { rgb(242, 242, 247) }
  public class var systemGroupedBackground: UIColor { rgb(242, 242, 247) }
}

/// The size of a text. There is no type face.
///
/// Sendable: all properties are constants.
open class UIFont: NSObject, @unchecked Sendable {
  public let pointSize: CGFloat
  public let fontName: String

  init(_ name: String, _ size: CGFloat) {
    fontName = name
    pointSize = size
  }

  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(".SFUI-Regular", fontSize)
  }
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(".SFUI-Semibold", fontSize)
  }
  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(".SFUI-RegularItalic", fontSize)
  }
}

/// A named image without pixels.
///
/// Sendable: all properties are constants.
open class UIImage: NSObject, @unchecked Sendable {
  /// The name in the app's resources, or of the symbol.
  let name: String?

  public override init() { name = nil }
  /// Never returns nil: the app's images are not read.
  public init?(named name: String) { self.name = name }
  /// Never returns nil: the names of the symbols are not known.
  public init?(systemName name: String) { self.name = name }
}
