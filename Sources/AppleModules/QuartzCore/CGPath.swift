public import Foundation

/// A path of Core Graphics. It keeps no points.
///
/// Sendable: it has no state.
public class CGPath: @unchecked Sendable {
  public init() {}
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init()
  }
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init()
  }
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) { self.init() }

  public var isEmpty: Bool { true }
  public var boundingBox: CGRect { .zero }
  public var boundingBoxOfPath: CGRect { .zero }
  public var currentPoint: CGPoint { .zero }
  public func contains(_ point: CGPoint) -> Bool { false }
  public func copy() -> CGPath? { self }
  public func mutableCopy() -> CGMutablePath? { CGMutablePath() }
}

/// A path that can be extended. It keeps no points.
///
/// Sendable: it has no state.
public class CGMutablePath: CGPath, @unchecked Sendable {
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {}
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {}
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {}
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {}
  public func addQuadCurve(
    to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity
  ) {}
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {}
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {}
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: CGAffineTransform = .identity
  ) {}
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {}
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat,
    transform: CGAffineTransform = .identity
  ) {}
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {}
  public func closeSubpath() {}
}
