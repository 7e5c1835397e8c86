// Drawing in code. There are no pixels: contexts take everything, and images are empty.

public func UIGraphicsBeginImageContext(_ size: CGSize) {}
public func UIGraphicsBeginImageContextWithOptions(
  _ size: CGSize, _ opaque: Bool, _ scale: CGFloat
) {}
public func UIGraphicsGetCurrentContext() -> CGContext? { CGContext() }
public func UIGraphicsPushContext(_ context: CGContext) {}
public func UIGraphicsPopContext() {}
/// An empty image.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? { UIImage() }
public func UIGraphicsEndImageContext() {}
public func UIRectFill(_ rect: CGRect) {}
public func UIRectFrame(_ rect: CGRect) {}
public func UIRectClip(_ rect: CGRect) {}

/// The size and scale of what a renderer draws.
open class UIGraphicsRendererFormat: NSObject {
  open class func `default`() -> Self { preferred() }
  open class func preferred() -> Self { Self() }
  public required override init() { super.init() }
}

open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
  open var scale: CGFloat = 3
  open var opaque = false
}

open class UIGraphicsRendererContext: NSObject {
  open private(set) var cgContext = CGContext()
  open func fill(_ rect: CGRect) {}
  open func stroke(_ rect: CGRect) {}
  open func clip(to rect: CGRect) {}
}

open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
  /// An empty image.
  open var currentImage: UIImage { UIImage() }
}

/// Calls the closure, and gives an empty image.
open class UIGraphicsImageRenderer: NSObject {
  open private(set) var format: UIGraphicsImageRendererFormat

  public init(size: CGSize) { format = .preferred() }
  public init(size: CGSize, format: UIGraphicsImageRendererFormat) { self.format = format }
  public init(bounds: CGRect) { format = .preferred() }
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) { self.format = format }

  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    actions(UIGraphicsImageRendererContext())
    return UIImage()
  }
  /// Calls the closure. The data is empty: there are no pixels.
  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    actions(UIGraphicsImageRendererContext())
    return Data()
  }
  /// Calls the closure. The data is empty: there are no pixels.
  open func jpegData(
    withCompressionQuality compressionQuality: CGFloat,
    actions: (UIGraphicsImageRendererContext) -> Void
  ) -> Data {
    actions(UIGraphicsImageRendererContext())
    return Data()
  }
}

/// The unit of a text's box: that of the characters, each half as wide as the font is high (assumed), because
/// there are no glyphs.
extension NSString {
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    let font = attrs?[.font] as? UIFont ?? .systemFont(ofSize: 12)
    let lines = String(self).split(separator: "\n", omittingEmptySubsequences: false)
    let width = CGFloat(lines.map(\.count).max() ?? 0) * font.pointSize / 2
    return CGSize(width: width, height: font.lineHeight * CGFloat(lines.count))
  }
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {}
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {}
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) {}
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect { CGRect(origin: .zero, size: self.size(withAttributes: attributes)) }
}

extension String {
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSString(string: self).size(withAttributes: attrs)
  }
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {}
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {}
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) {}
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect { CGRect(origin: .zero, size: self.size(withAttributes: attributes)) }
}

extension NSAttributedString {
  public func size() -> CGSize { string.size() }
  public func draw(at point: CGPoint) {}
  public func draw(in rect: CGRect) {}
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect { CGRect(origin: .zero, size: self.size()) }
}

public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
  public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}

open class NSStringDrawingContext: NSObject {
  open var minimumScaleFactor: CGFloat = 0
  open var actualScaleFactor: CGFloat { 1 }
  open var totalBounds: CGRect { .zero }
}
