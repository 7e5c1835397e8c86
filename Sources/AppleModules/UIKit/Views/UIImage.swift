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
  public init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    self.name = name
  }
  public init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
  ) { self.name = name }
  public init?(systemName name: String, withConfiguration configuration: Configuration?) {
    self.name = name
  }
  public init(cgImage: CGImage) { name = nil }
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) { name = nil }
  /// Nil unless the bytes are those of an image, as for `init(data:)`.
  public convenience init?(data: Data, scale: CGFloat) { self.init(data: data) }

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
  open func withConfiguration(_ configuration: Configuration) -> UIImage { self }
  open func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? { self }
  open func withHorizontallyFlippedOrientation() -> UIImage { self }
  open func preparingThumbnail(of size: CGSize) -> UIImage? { self }
  open var imageOrientation: Orientation { .up }
  open var renderingMode: RenderingMode { .automatic }
  open func draw(in rect: CGRect) {}
  open func draw(at point: CGPoint) {}
  /// Nil: there are no pixels.
  open var cgImage: CGImage? { nil }
  /// Nil: there are no pixels.
  open func pngData() -> Data? { nil }
  /// Nil: there are no pixels.
  open func jpegData(compressionQuality: CGFloat) -> Data? { nil }

  @nonexhaustive public enum Orientation: Int, Sendable {
    case up = 0
    case down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  /// The way in which an image is drawn.
  ///
  /// Sendable: it has no state.
  open class Configuration: NSObject, @unchecked Sendable {
    public override init() { super.init() }
  }

  /// The way in which a symbol is drawn.
  ///
  /// Sendable: it has no state.
  open class SymbolConfiguration: Configuration, @unchecked Sendable {
    public convenience init(pointSize: CGFloat) { self.init() }
    public convenience init(pointSize: CGFloat, weight: UIImage.SymbolWeight) { self.init() }
    public convenience init(
      pointSize: CGFloat, weight: UIImage.SymbolWeight, scale: UIImage.SymbolScale
    ) { self.init() }
    public convenience init(weight: UIImage.SymbolWeight) { self.init() }
    public convenience init(scale: UIImage.SymbolScale) { self.init() }
    public convenience init(textStyle: UIFont.TextStyle) { self.init() }
    public convenience init(textStyle: UIFont.TextStyle, scale: UIImage.SymbolScale) { self.init() }
    public convenience init(font: UIFont) { self.init() }
    public convenience init(paletteColors: [UIColor]) { self.init() }
    public convenience init(hierarchicalColor: UIColor) { self.init() }
  }

  @nonexhaustive public enum SymbolWeight: Int, Sendable {
    case unspecified = 0
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  @nonexhaustive public enum SymbolScale: Int, Sendable {
    case `default` = -1
    case unspecified = 0
    case small, medium, large
  }

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

extension UIImage: EmptyValue {
  public static func emptyValue() -> Any { UIImage() }
}

extension UIView: EmptyValue {
  nonisolated public static func emptyValue() -> Any { MainActor.assumeIsolated { UIView() } }
}
