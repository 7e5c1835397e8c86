import Foundation

/// A color. `UIColor.cgColor` gives it. Apple declares it in Core Graphics.
///
/// Sendable: all properties are constants.
public final class CGColor: Sendable, Hashable {
  /// Red, green, blue and alpha.
  public let components: [CGFloat]?
  public var alpha: CGFloat { components?.last ?? 1 }

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    components = [red, green, blue, alpha]
  }

  public static func == (left: CGColor, right: CGColor) -> Bool {
    left.components == right.components
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(components) }

  static let black = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
}

/// The surface of a view. It has the state that an app gives it, and no pixels. Apple declares it in QuartzCore.
open class CALayer: NSObject {
  open var frame = CGRect.zero
  open var bounds = CGRect.zero
  open var position = CGPoint.zero
  open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  open var zPosition: CGFloat = 0
  open var name: String?
  open var isHidden = false
  open var opacity: Float = 1
  open var masksToBounds = false
  open var backgroundColor: CGColor?
  open var cornerRadius: CGFloat = 0
  open var cornerCurve = CALayerCornerCurve.circular
  open var maskedCorners: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
  open var borderWidth: CGFloat = 0
  open var borderColor: CGColor? = CGColor.black
  open var shadowColor: CGColor? = CGColor.black
  open var shadowOpacity: Float = 0
  open var shadowOffset = CGSize(width: 0, height: -3)
  open var shadowRadius: CGFloat = 3
  open var shadowPath: CGPath?
  open var shouldRasterize = false
  open var rasterizationScale: CGFloat = 1
  open var contents: Any?
  open var contentsScale: CGFloat = 1
  open var speed: Float = 1
  open var timeOffset: CFTimeInterval = 0
  open var mask: CALayer?
  open private(set) var sublayers: [CALayer]?
  open private(set) weak var superlayer: CALayer?
  private var animations: [String: CAAnimation] = [:]

  public override init() { super.init() }
  public init(layer: Any) { super.init() }

  open func addSublayer(_ layer: CALayer) { insert(layer, at: sublayers?.count ?? 0) }
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, at: sublayers?.firstIndex { $0 === sibling } ?? 0)
  }
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, at: (sublayers?.firstIndex { $0 === sibling } ?? -1) + 1)
  }

  private func insert(_ layer: CALayer, at index: Int) {
    layer.removeFromSuperlayer()
    var layers = sublayers ?? []
    layers.insert(layer, at: min(max(index, 0), layers.count))
    sublayers = layers
    layer.superlayer = self
  }

  open func removeFromSuperlayer() {
    superlayer?.sublayers?.removeAll { $0 === self }
    superlayer = nil
  }

  open func add(_ anim: CAAnimation, forKey key: String?) {
    animations[key ?? "\(animations.count)"] = anim
  }
  open func removeAnimation(forKey key: String) { animations[key] = nil }
  open func removeAllAnimations() { animations = [:] }
  open func animation(forKey key: String) -> CAAnimation? { animations[key] }
  open func animationKeys() -> [String]? { animations.isEmpty ? nil : animations.keys.sorted() }

  open func setNeedsDisplay() {}
  open func setNeedsLayout() {}
  open func layoutIfNeeded() { layoutSublayers() }
  open func layoutSublayers() {}
}

public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

public struct CACornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1 << 0)
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 1 << 1)
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 1 << 2)
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 1 << 3)
}

open class CAGradientLayer: CALayer {
  open var colors: [Any]?
  open var locations: [NSNumber]?
  open var startPoint = CGPoint(x: 0.5, y: 0)
  open var endPoint = CGPoint(x: 0.5, y: 1)
}

open class CAShapeLayer: CALayer {
  open var path: CGPath?
  open var fillColor: CGColor? = CGColor.black
  open var strokeColor: CGColor?
  open var strokeStart: CGFloat = 0
  open var strokeEnd: CGFloat = 1
  open var lineWidth: CGFloat = 1
  open var lineDashPattern: [NSNumber]?
  open var lineCap = CAShapeLayerLineCap.butt
}

public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

// MARK: Animations, which never run

open class CAAnimation: NSObject {
  open var duration: CFTimeInterval = 0
  open var beginTime: CFTimeInterval = 0
  open var repeatCount: Float = 0
  open var autoreverses = false
  open var isRemovedOnCompletion = true
  open var fillMode = CAMediaTimingFillMode.removed
  open var timingFunction: CAMediaTimingFunction?
}

open class CAPropertyAnimation: CAAnimation {
  open var keyPath: String?
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }
}

open class CABasicAnimation: CAPropertyAnimation {
  open var fromValue: Any?
  open var toValue: Any?
  open var byValue: Any?
}

open class CAKeyframeAnimation: CAPropertyAnimation {
  open var values: [Any]?
  open var keyTimes: [NSNumber]?
}

open class CAAnimationGroup: CAAnimation {
  open var animations: [CAAnimation]?
}

public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

open class CAMediaTimingFunction: NSObject {
  public init(name: CAMediaTimingFunctionName) {}
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {}
}

/// A group of changes. Its completion block runs in a later event of the main queue.
open class CATransaction: NSObject {
  open class func begin() {}
  open class func commit() {}
  open class func flush() {}
  open class func setAnimationDuration(_ dur: CFTimeInterval) {}
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {}
  open class func setDisableActions(_ flag: Bool) {}
  open class func setCompletionBlock(_ block: (@MainActor @Sendable () -> Void)?) {
    if let block { DispatchQueue.main.async { MainActor.assumeIsolated { block() } } }
  }
}
