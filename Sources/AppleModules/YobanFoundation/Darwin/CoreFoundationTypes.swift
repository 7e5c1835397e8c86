import Foundation

// The names of Core Foundation's types. On Apple's systems each is a class of its own that is bridged
// to a class of Foundation; here each is that class.

public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFNumber = NSNumber
public typealias CFBoolean = NSNumber
public typealias CFURL = NSURL
public typealias CFData = NSData
public typealias CFDate = NSDate
public typealias CFArray = NSArray
public typealias CFDictionary = NSDictionary
public typealias CFMutableDictionary = NSMutableDictionary

/// The number 1, as a truth value.
public let kCFBooleanTrue: CFBoolean! = true
/// The number 0, as a truth value.
public let kCFBooleanFalse: CFBoolean! = false
