import CollectorContract
import Foundation

/// Facts about the device that are sent with every upload, so that the collector's page can show
/// them. What is nil is not sent, and the page keeps the earlier value.
public struct DeviceFacts: Hashable, Sendable {
  /// The charge of the battery in percent. The collector ignores values outside of 0...100.
  public var battery: Int?
  /// The version of the app. The collector keeps the first 64 characters.
  public var appVersion: String?
  /// The free storage of the device, in bytes.
  public var freeBytes: Int64?

  public init(battery: Int? = nil, appVersion: String? = nil, freeBytes: Int64? = nil) {
    self.battery = battery
    self.appVersion = appVersion
    self.freeBytes = freeBytes
  }

  /// Adds the header fields with the facts. Characters that a field cannot contain are left out.
  func add(to request: inout URLRequest) {
    if let battery {
      request.setValue(String(battery), forHTTPHeaderField: CollectorField.battery)
    }
    let version = (appVersion ?? "").filter { $0.isASCII && !$0.isNewline && $0 != "\0" }
    if !version.isEmpty {
      request.setValue(version, forHTTPHeaderField: CollectorField.appVersion)
    }
    if let freeBytes {
      request.setValue(String(freeBytes), forHTTPHeaderField: CollectorField.freeBytes)
    }
  }
}
