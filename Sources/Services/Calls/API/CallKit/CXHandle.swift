internal import YobanSimulatedApple

/// The address of a caller.
open class CXHandle: NSObject, NSCopying {
  @nonexhaustive public enum HandleType: Int, Sendable {
    case generic = 1
    case phoneNumber
    case emailAddress
  }

  public let type: CXHandle.HandleType
  public let value: String

  public init(type: CXHandle.HandleType, value: String) {
    (self.type, self.value) = (type, value)
    super.init()
  }

  convenience init(_ handle: CallHandle) {
    self.init(type: HandleType(rawValue: handle.type) ?? .generic, value: handle.value)
  }

  var handle: CallHandle { CallHandle(type: type.rawValue, value: value) }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CXHandle)?.handle == handle
  }
  open override var hash: Int { handle.hashValue }
}
