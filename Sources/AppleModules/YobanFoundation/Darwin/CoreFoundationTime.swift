import Foundation

// The names of Core Foundation for times. They read the virtual clock.

/// A time in seconds since January 1, 2001, 00:00 UTC.
public typealias CFAbsoluteTime = CFTimeInterval
/// A duration in seconds.
public typealias CFTimeInterval = Double

/// Returns the current time in seconds since January 1, 2001, 00:00 UTC.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// The seconds from January 1, 1970 to January 1, 2001.
public let kCFAbsoluteTimeIntervalSince1970: CFTimeInterval = 978_307_200
/// The seconds from January 1, 1904 to January 1, 2001.
public let kCFAbsoluteTimeIntervalSince1904: CFTimeInterval = 3_061_152_000

/// A result code of C functions of Apple's systems.
public typealias OSStatus = Int32
/// The status of a call that has succeeded.
public let noErr: OSStatus = 0
