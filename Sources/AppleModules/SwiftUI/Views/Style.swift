/// A style that fills shapes and texts. Nothing is drawn here.
public protocol ShapeStyle: Sendable {}

/// A color. It is not drawn.
public nonisolated struct Color: ShapeStyle, Hashable, View, PrimitiveNode {
  private let name: String

  @nonexhaustive public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }

  private init(named name: String) { self.name = name }

  public init(_ name: String, bundle: Bundle? = nil) { self.name = name }
  public init(_ resource: ColorResource) { name = resource.name }
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) { name = "\(colorSpace) \(red) \(green) \(blue) \(opacity)" }
  public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
    name = "\(colorSpace) \(white) \(opacity)"
  }

  public func opacity(_ opacity: Double) -> Color { Color(named: "\(name) \(opacity)") }

  public static let red = Color(named: "red")
  public static let orange = Color(named: "orange")
  public static let yellow = Color(named: "yellow")
  public static let green = Color(named: "green")
  public static let mint = Color(named: "mint")
  public static let teal = Color(named: "teal")
  public static let cyan = Color(named: "cyan")
  public static let blue = Color(named: "blue")
  public static let indigo = Color(named: "indigo")
  public static let purple = Color(named: "purple")
  public static let pink = Color(named: "pink")
  public static let brown = Color(named: "brown")
  public static let white = Color(named: "white")
  public static let gray = Color(named: "gray")
  public static let black = Color(named: "black")
  public static let clear = Color(named: "clear")
  public static let primary = Color(named: "primary")
  public static let secondary = Color(named: "secondary")
  public static var accentColor: Color { Color(named: "accentColor") }

  @MainActor func update(_ node: Node) {}
}

extension ShapeStyle where Self == Color {
  public static var red: Color { .init("red") }
  public static var orange: Color { .init("orange") }
  public static var yellow: Color { .init("yellow") }
  public static var green: Color { .init("green") }
  public static var mint: Color { .init("mint") }
  public static var teal: Color { .init("teal") }
  public static var cyan: Color { .init("cyan") }
  public static var blue: Color { .init("blue") }
  public static var indigo: Color { .init("indigo") }
  public static var purple: Color { .init("purple") }
  public static var pink: Color { .init("pink") }
  public static var brown: Color { .init("brown") }
  public static var white: Color { .init("white") }
  public static var gray: Color { .init("gray") }
  public static var black: Color { .init("black") }
  public static var clear: Color { .init("clear") }
}

/// The level of a style in the hierarchy of the content.
public struct HierarchicalShapeStyle: ShapeStyle {
  private let level: Int
  public static let primary = HierarchicalShapeStyle(level: 0)
  public static let secondary = HierarchicalShapeStyle(level: 1)
  public static let tertiary = HierarchicalShapeStyle(level: 2)
  public static let quaternary = HierarchicalShapeStyle(level: 3)
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { .primary }
  public static var secondary: HierarchicalShapeStyle { .secondary }
  public static var tertiary: HierarchicalShapeStyle { .tertiary }
  public static var quaternary: HierarchicalShapeStyle { .quaternary }
}

/// The tint of the surroundings.
public struct TintShapeStyle: ShapeStyle {
  public init() {}
}

extension ShapeStyle where Self == TintShapeStyle {
  public static var tint: TintShapeStyle { TintShapeStyle() }
}

/// The background of the surroundings.
public struct BackgroundStyle: ShapeStyle {
  public init() {}
}

extension ShapeStyle where Self == BackgroundStyle {
  public static var background: BackgroundStyle { BackgroundStyle() }
}

/// A font. It is not drawn.
public struct Font: Hashable, Sendable {
  private let name: String

  public struct Weight: Hashable, Sendable {
    private let name: String
    public static let ultraLight = Weight(name: "ultraLight")
    public static let thin = Weight(name: "thin")
    public static let light = Weight(name: "light")
    public static let regular = Weight(name: "regular")
    public static let medium = Weight(name: "medium")
    public static let semibold = Weight(name: "semibold")
    public static let bold = Weight(name: "bold")
    public static let heavy = Weight(name: "heavy")
    public static let black = Weight(name: "black")
  }
  @nonexhaustive public enum Design: Hashable, Sendable {
    case `default`, serif, rounded, monospaced
  }
  @nonexhaustive public enum TextStyle: CaseIterable, Hashable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote,
      caption, caption2
  }

  public static let largeTitle = Font(name: "largeTitle")
  public static let title = Font(name: "title")
  public static let title2 = Font(name: "title2")
  public static let title3 = Font(name: "title3")
  public static let headline = Font(name: "headline")
  public static let subheadline = Font(name: "subheadline")
  public static let body = Font(name: "body")
  public static let callout = Font(name: "callout")
  public static let footnote = Font(name: "footnote")
  public static let caption = Font(name: "caption")
  public static let caption2 = Font(name: "caption2")

  public static func system(
    size: CGFloat, weight: Weight? = nil, design: Design? = nil
  ) -> Font { Font(name: "system \(size)") }
  public static func system(
    _ style: TextStyle, design: Design? = nil, weight: Weight? = nil
  ) -> Font { Font(name: "system \(style)") }

  public func weight(_ weight: Weight) -> Font { self }
  public func bold() -> Font { self }
  public func italic() -> Font { self }
  public func monospaced() -> Font { self }
  public func monospacedDigit() -> Font { self }
}
