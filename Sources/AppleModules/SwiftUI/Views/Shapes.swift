/// An outline. Nothing is drawn: a shape is a view without elements. `path(in:)` of an app's own shape is not
/// called.
public protocol Shape: View, Sendable {
  nonisolated func path(in rect: CGRect) -> Path
}

extension Shape {
  public nonisolated func fill<S: ShapeStyle>(_ content: S) -> some View { self }
  public nonisolated func fill() -> some View { self }
  public nonisolated func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
    self
  }
  public nonisolated func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View {
    self
  }
  public nonisolated func stroke(lineWidth: CGFloat = 1) -> some Shape { self }
  public nonisolated func stroke(style: StrokeStyle) -> some Shape { self }
  public nonisolated func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1)
    -> some Shape
  { self }
}

extension Shape where Body == EmptyView {
  public var body: EmptyView { EmptyView() }
}

/// A shape that can be made smaller.
public protocol InsettableShape: Shape {}

extension InsettableShape {
  public nonisolated func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1)
    -> some View
  { self }
}

public nonisolated struct Rectangle: InsettableShape {
  public init() {}
  public func path(in rect: CGRect) -> Path { Path() }
}

public nonisolated struct Circle: InsettableShape {
  public init() {}
  public func path(in rect: CGRect) -> Path { Path() }
}

public nonisolated struct Ellipse: InsettableShape {
  public init() {}
  public func path(in rect: CGRect) -> Path { Path() }
}

public nonisolated struct Capsule: InsettableShape {
  public init(style: RoundedCornerStyle = .continuous) {}
  public func path(in rect: CGRect) -> Path { Path() }
}

public nonisolated struct RoundedRectangle: InsettableShape {
  public var cornerSize: CGSize
  public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    cornerSize = CGSize(width: cornerRadius, height: cornerRadius)
  }
  public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
    self.cornerSize = cornerSize
  }
  public func path(in rect: CGRect) -> Path { Path() }
}

@nonexhaustive public enum RoundedCornerStyle: Hashable, Sendable { case circular, continuous }

extension Shape where Self == Circle { public static var circle: Circle { Circle() } }
extension Shape where Self == Rectangle { public static var rect: Rectangle { Rectangle() } }
extension Shape where Self == Capsule { public static var capsule: Capsule { Capsule() } }

/// A path. It keeps no points.
public nonisolated struct Path: Shape, Hashable {
  public init() {}
  public init(_ callback: (inout Path) -> Void) { callback(&self) }
  public init(_ rect: CGRect) {}
  public init(_ path: CGPath) {}
  public init(ellipseIn rect: CGRect) {}
  public init(roundedRect rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous)
  {}
  public init(
    roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous
  ) {}

  public mutating func move(to end: CGPoint) {}
  public mutating func addLine(to end: CGPoint) {}
  public mutating func addLines(_ lines: [CGPoint]) {}
  public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
  public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {}
  public mutating func addRect(_ rect: CGRect) {}
  public mutating func addEllipse(in rect: CGRect) {}
  public mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
  ) {}
  public mutating func addArc(tangent1End end1: CGPoint, tangent2End end2: CGPoint, radius: CGFloat)
  {}
  public mutating func addRoundedRect(
    in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous
  ) {}
  public mutating func addPath(_ path: Path) {}
  public mutating func closeSubpath() {}
  public var cgPath: CGPath { CGPath() }
  public var isEmpty: Bool { true }
  public var boundingRect: CGRect { .zero }
  public func path(in rect: CGRect) -> Path { self }
}

public struct StrokeStyle: Equatable, Sendable {
  public var lineWidth: CGFloat
  public var dash: [CGFloat]
  public init(
    lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter,
    miterLimit: CGFloat = 10,
    dash: [CGFloat] = [], dashPhase: CGFloat = 0
  ) {
    self.lineWidth = lineWidth
    self.dash = dash
  }
}

public struct Angle: Hashable, Comparable, Sendable {
  public var radians: Double
  public var degrees: Double {
    get { radians * 180 / .pi }
    set { radians = newValue * .pi / 180 }
  }
  public static let zero = Angle(radians: 0)
  public init() { radians = 0 }
  public init(radians: Double) { self.radians = radians }
  public init(degrees: Double) { radians = degrees * .pi / 180 }
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
  public static func < (a: Angle, b: Angle) -> Bool { a.radians < b.radians }
}

public struct UnitPoint: Hashable, Sendable {
  public var x: CGFloat
  public var y: CGFloat
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
  public init() { self.init(x: 0, y: 0) }
  public static let zero = UnitPoint(x: 0, y: 0)
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let leading = UnitPoint(x: 0, y: 0.5)
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  public static let top = UnitPoint(x: 0.5, y: 0)
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  public static let topLeading = UnitPoint(x: 0, y: 0)
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

// MARK: Gradients

public struct Gradient: Hashable, Sendable {
  public struct Stop: Hashable, Sendable {
    public var color: Color
    public var location: CGFloat
    public init(color: Color, location: CGFloat) { (self.color, self.location) = (color, location) }
  }
  public var stops: [Stop]
  public init(stops: [Stop]) { self.stops = stops }
  public init(colors: [Color]) {
    let last = CGFloat(max(colors.count - 1, 1))
    stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
  }
}

public nonisolated struct LinearGradient: ShapeStyle, View {
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {}
  public var body: EmptyView { EmptyView() }
}

public nonisolated struct RadialGradient: ShapeStyle, View {
  public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {}
  public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {}
  public var body: EmptyView { EmptyView() }
}

public nonisolated struct AngularGradient: ShapeStyle, View {
  public init(
    gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero
  ) {}
  public init(colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle) {}
  public var body: EmptyView { EmptyView() }
}

/// The materials of the system. All look the same: nothing is drawn.
public struct Material: ShapeStyle {
  public static let ultraThin = Material()
  public static let thin = Material()
  public static let regular = Material()
  public static let thick = Material()
  public static let ultraThick = Material()
  public static let bar = Material()
}

extension ShapeStyle where Self == Material {
  public static var ultraThinMaterial: Material { Material() }
  public static var thinMaterial: Material { Material() }
  public static var regularMaterial: Material { Material() }
  public static var thickMaterial: Material { Material() }
  public static var ultraThickMaterial: Material { Material() }
  public static var bar: Material { Material() }
}

// MARK: The size of a view

/// Gives its content the size of the screen, because nothing is laid out.
public nonisolated struct GeometryReader<Content: View>: View {
  public var content: (GeometryProxy) -> Content
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
  public var body: some View { content(GeometryProxy()) }
}

public struct GeometryProxy: Sendable {
  public var size: CGSize { CGSize(width: 390, height: 844) }
  public var safeAreaInsets: EdgeInsets { EdgeInsets() }
  public func frame(in coordinateSpace: CoordinateSpace) -> CGRect {
    CGRect(origin: .zero, size: size)
  }
}

/// Sendable: names are constants.
@nonexhaustive public enum CoordinateSpace: Hashable, @unchecked Sendable {
  case global, local
  case named(AnyHashable)
}
