import Foundation

public let CMErrorDomain = "CMErrorDomain"

/// A code of Core Motion's errors, which are `NSError` objects of the domain `CMErrorDomain`.
public struct CMError: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public var CMErrorNULL: CMError { CMError(100) }
public var CMErrorDeviceRequiresMovement: CMError { CMError(101) }
public var CMErrorTrueNorthNotAvailable: CMError { CMError(102) }
public var CMErrorUnknown: CMError { CMError(103) }
public var CMErrorMotionActivityNotAvailable: CMError { CMError(104) }
public var CMErrorMotionActivityNotAuthorized: CMError { CMError(105) }
public var CMErrorMotionActivityNotEntitled: CMError { CMError(106) }
public var CMErrorInvalidParameter: CMError { CMError(107) }
public var CMErrorInvalidAction: CMError { CMError(108) }
public var CMErrorNotAvailable: CMError { CMError(109) }
public var CMErrorNotEntitled: CMError { CMError(110) }
public var CMErrorNotAuthorized: CMError { CMError(111) }
public var CMErrorNilData: CMError { CMError(112) }
public var CMErrorSize: CMError { CMError(113) }

/// An app's authorization to use motion and fitness data.
@nonexhaustive public enum CMAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case authorized = 3
}
