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

  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(".SFUI-Regular", fontSize)
  }
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(".SFUI-Semibold", fontSize)
  }
  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(".SFUI-RegularItalic", fontSize)
  }

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

/// An image without pixels.
///
/// Sendable: all properties are constants.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The name in the app's resources, or of the symbol.
  let name: String?

  public override init() { name = nil }
  /// Never returns nil: the app's images are not read.
  public init?(named name: String) { self.name = name }
  /// Never returns nil: the names of the symbols are not known.
  public init?(systemName name: String) { self.name = name }

  /// Nil unless the bytes begin as those of a PNG, JPEG, GIF, TIFF, BMP, WebP or HEIF file do. They are not
  /// decoded.
  public init?(data: Data) {
    guard Self.isImage(data) else { return nil }
    name = nil
  }

  /// Nil if the file cannot be read, or is no image, as for `init(data:)`.
  public init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path), Self.isImage(data) else {
      return nil
    }
    name = nil
  }

  private static func isImage(_ data: Data) -> Bool {
    let start = Array(data.prefix(12))
    func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
      start.dropFirst(offset).starts(with: bytes)
    }
    func has(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }
    return has([0x89] + Array("PNG\r\n".utf8)) || has([0xFF, 0xD8, 0xFF]) || has("GIF8")
      || has("II*\0") || has("MM\0*") || has("BM") || (has("RIFF") && has("WEBP", at: 8))
      || has("ftyp", at: 4)
  }

  // MARK: Drawing, which does not happen

  /// Zero: there are no pixels.
  open var size: CGSize { .zero }
  open var scale: CGFloat { 1 }
  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }
  open func withTintColor(_ color: UIColor) -> UIImage { self }
  open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage { self }
  open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage { self }

  @nonexhaustive public enum RenderingMode: Int, Sendable {
    case automatic = 0
    case alwaysOriginal, alwaysTemplate
  }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) { name = coder.text("name") }

  /// Encodes the name only, as there are no pixels.
  open func encode(with coder: NSCoder) { if let name { coder.encode(name, "name") } }
}

extension UIFont {
  public func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(fontName, fontSize) }
}

extension UIFont: EmptyValue {
  public static func emptyValue() -> Any { UIFont.systemFont(ofSize: 17) }
}

extension UIImage: EmptyValue {
  public static func emptyValue() -> Any { UIImage() }
}

extension UIView: EmptyValue {
  nonisolated public static func emptyValue() -> Any { MainActor.assumeIsolated { UIView() } }
}
