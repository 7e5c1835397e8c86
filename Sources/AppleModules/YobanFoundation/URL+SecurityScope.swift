import Foundation

extension URL {
  /// Always true: the app may read every file that a test gives it.
  public func startAccessingSecurityScopedResource() -> Bool { true }
  public func stopAccessingSecurityScopedResource() {}
}
