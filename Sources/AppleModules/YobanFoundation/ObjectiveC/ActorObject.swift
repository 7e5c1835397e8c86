import Foundation

/// An actor that is an `NSObject` on Apple's systems.
///
/// On Linux, an actor cannot have a superclass. YobanPort writes this protocol in place of `NSObject`, so that the
/// actor can be a delegate.
public protocol ActorObject: Actor, NSObjectProtocol {}

extension ActorObject {
  nonisolated public func isEqual(_ object: Any?) -> Bool { (object as AnyObject) === self }
  nonisolated public var hash: Int { ObjectIdentifier(self).hashValue }
  nonisolated public func `self`() -> Self { self }
  nonisolated public func isProxy() -> Bool { false }
  nonisolated public var description: String { "<\(Self.self)>" }
  nonisolated public var debugDescription: String { description }
}
