/// A gesture. None happens: a test taps with `onTapGesture`.
@MainActor @preconcurrency public protocol Gesture<Value> {
  associatedtype Value
}

public struct GestureMask: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let none: GestureMask = []
  public static let gesture = GestureMask(rawValue: 1)
  public static let subviews = GestureMask(rawValue: 2)
  public static let all: GestureMask = [.gesture, .subviews]
}

public nonisolated struct DragGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var time: Date
    public var location: CGPoint
    public var startLocation: CGPoint
    public var translation: CGSize {
      CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
    }
    public var velocity: CGSize { .zero }
    public var predictedEndLocation: CGPoint { location }
    public var predictedEndTranslation: CGSize { translation }
  }
  public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {}
}

public nonisolated struct TapGesture: Gesture {
  public typealias Value = Void
  public init(count: Int = 1) {}
}

public nonisolated struct LongPressGesture: Gesture {
  public typealias Value = Bool
  public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {}
}

public nonisolated struct MagnificationGesture: Gesture {
  public typealias Value = CGFloat
  public init(minimumScaleDelta: CGFloat = 0.01) {}
}

public nonisolated struct MagnifyGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var magnification: CGFloat
    public var velocity: CGFloat
  }
  public init(minimumScaleDelta: CGFloat = 0.01) {}
}

public nonisolated struct RotationGesture: Gesture {
  public typealias Value = Angle
  public init(minimumAngleDelta: Angle = .degrees(1)) {}
}

/// A gesture with actions, which are never called.
public nonisolated struct GestureWithActions<Value>: Gesture {
  init() {}
}

nonisolated extension Gesture {
  public func onChanged(_ action: @escaping (Value) -> Void) -> GestureWithActions<Value> {
    GestureWithActions()
  }
  public func onEnded(_ action: @escaping (Value) -> Void) -> GestureWithActions<Value> {
    GestureWithActions()
  }
  public func updating<State>(
    _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
  ) -> GestureWithActions<Value> { GestureWithActions() }
  public func simultaneously<Other: Gesture>(with other: Other) -> GestureWithActions<Value> {
    GestureWithActions()
  }
  public func sequenced<Other: Gesture>(before other: Other) -> GestureWithActions<Value> {
    GestureWithActions()
  }
}

/// The state of a gesture: always its first value.
@propertyWrapper public struct GestureState<Value>: DynamicProperty {
  public let wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(initialValue: Value) { wrappedValue = initialValue }
  public var projectedValue: GestureState<Value> { self }
}
