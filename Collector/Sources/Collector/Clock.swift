import Foundation

extension Date {
  /// Now, in whole seconds since 1970, which is how the storage notes when something happened.
  public static var nowInSeconds: Int64 { Int64(Date().timeIntervalSince1970) }
}
