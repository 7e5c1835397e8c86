import Foundation
import FoundationXML

// Names of Apple's Foundation that Foundation does not have here.

public typealias NSInteger = Int
public typealias NSUInteger = UInt

/// Compares a text that may be nil, as `cString(using:)` gives it.
@_disfavoredOverload public func strcmp(_ first: [CChar]?, _ second: String) -> Int32 {
  guard let first else { return -1 }
  return Foundation.strcmp(first, second)
}

public typealias XMLParser = FoundationXML.XMLParser
public typealias XMLParserDelegate = FoundationXML.XMLParserDelegate
