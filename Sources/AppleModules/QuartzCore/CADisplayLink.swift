public import Foundation
public import YobanFoundation

/// Calls a method for each frame of the screen. Nothing is drawn, so it is never called.
public class CADisplayLink: NSObject {
  public var isPaused = false
  public var preferredFramesPerSecond = 0
  public var timestamp: CFTimeInterval { 0 }
  public var targetTimestamp: CFTimeInterval { 0 }
  public var duration: CFTimeInterval { 0 }

  public init(target: Any, selector sel: Selector) {}
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {}
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {}
  public func invalidate() {}
}
