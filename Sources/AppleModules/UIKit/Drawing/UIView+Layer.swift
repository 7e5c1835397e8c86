extension UIColor {
  public var cgColor: CGColor {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  public convenience init(cgColor: CGColor) {
    let values = cgColor.components ?? [0, 0, 0, 1]
    self.init(red: values[0], green: values[1], blue: values[2], alpha: values[3])
  }
}

extension UIView {
  /// A layer of the class that the view asks for, if it is one of Apple's.
  func makeLayer() -> CALayer {
    switch Self.layerClass {
    case is CAGradientLayer.Type: CAGradientLayer()
    case is CAShapeLayer.Type: CAShapeLayer()
    default: CALayer()
    }
  }
}

/// A path. It keeps no points.
@preconcurrency @MainActor open class UIBezierPath: NSObject {
  open var cgPath = CGPath()
  open var lineWidth: CGFloat = 1

  public override init() { super.init() }
  public convenience init(rect: CGRect) { self.init() }
  public convenience init(ovalIn rect: CGRect) { self.init() }
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) { self.init() }
  public convenience init(
    roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize
  ) { self.init() }
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) { self.init() }

  open func move(to point: CGPoint) {}
  open func addLine(to point: CGPoint) {}
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {}
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {}
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {}
  open func append(_ bezierPath: UIBezierPath) {}
  open func close() {}
  open func fill() {}
  open func stroke() {}
  open func addClip() {}
}
