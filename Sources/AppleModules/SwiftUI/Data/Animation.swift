/// The timing of an animation. Nothing is animated: a change is complete at once.
public struct Animation: Hashable, Sendable {
  private let name: String
  private let seconds: Double

  private init(_ name: String, _ seconds: Double) {
    self.name = name
    self.seconds = seconds
  }

  public static let `default` = Animation("default", 0.35)
  public static var linear: Animation { Animation("linear", 0.35) }
  public static var easeIn: Animation { Animation("easeIn", 0.35) }
  public static var easeOut: Animation { Animation("easeOut", 0.35) }
  public static var easeInOut: Animation { Animation("easeInOut", 0.35) }
  public static var spring: Animation { Animation("spring", 0.5) }
  public static var smooth: Animation { Animation("smooth", 0.5) }
  public static var snappy: Animation { Animation("snappy", 0.5) }
  public static var bouncy: Animation { Animation("bouncy", 0.5) }
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
