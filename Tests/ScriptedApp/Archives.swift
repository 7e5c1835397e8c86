import Foundation
import Testing

/// Archives a value and reads it back.
package func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
  let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
}
