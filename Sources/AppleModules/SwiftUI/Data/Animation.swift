/// The timing of an animation. Nothing is animated: a change is complete at once.
public struct Animation: Hashable, Sendable {
  private let name: String
  private let seconds: Double

  private init(_ name: String, _ seconds: Double) {
    self.name = name
    self.seconds = seconds
  }

  public func delay(_ delay: TimeInterval) -> Animation { self }
  public func speed(_ speed: Double) -> Animation { self }
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
  public func repeatForever(autoreverses: Bool = true) -> Animation { self }

  public static let `default` = Animation("default", 0.35)
  public static var linear: Animation { Animation("linear", 0.35) }
  public static var easeIn: Animation { Animation("easeIn", 0.35) }
  public static var easeOut: Animation { Animation("easeOut", 0.35) }
  public static var easeInOut: Animation { Animation("easeInOut", 0.35) }
  public static var spring: Animation { spring() }
  @_disfavoredOverload public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
  ) -> Animation { Animation("spring", response) }
  public static func spring(
    duration: TimeInterval = 0.5, bounce: Double = 0, blendDuration: Double = 0
  ) -> Animation { Animation("spring", duration) }
  public static var interactiveSpring: Animation { interactiveSpring() }
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: TimeInterval = 0.25
  ) -> Animation { Animation("interactiveSpring", response) }
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Animation { Animation("interpolatingSpring", 0.5) }
  public static func timingCurve(
    _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: TimeInterval = 0.35
  ) -> Animation { Animation("timingCurve", duration) }
  public static var smooth: Animation { smooth() }
  public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("smooth", duration)
  }
  public static var snappy: Animation { snappy() }
  public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("snappy", duration)
  }
  public static var bouncy: Animation { bouncy() }
  public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("bouncy", duration)
  }
  public static func linear(duration: TimeInterval) -> Animation { Animation("linear", duration) }
  public static func easeIn(duration: TimeInterval) -> Animation { Animation("easeIn", duration) }
  public static func easeOut(duration: TimeInterval) -> Animation { Animation("easeOut", duration) }
  public static func easeInOut(duration: TimeInterval) -> Animation {
    Animation("easeInOut", duration)
  }
}

/// The circumstances of a change.
public struct Transaction {
  public var animation: Animation?
  public var disablesAnimations = false

  public init() {}
  public init(animation: Animation?) { self.animation = animation }
}

/// Runs the body. Its changes are complete at once.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

/// Runs the body. Its changes are complete at once.
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result { try body() }
