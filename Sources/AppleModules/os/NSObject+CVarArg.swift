import Foundation

/// As on Apple's systems, an object can be an argument of `%@`.
extension NSObject: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] {
    [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())]
  }
}
