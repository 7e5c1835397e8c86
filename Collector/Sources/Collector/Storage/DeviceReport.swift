/// The facts that a device has sent about itself with its latest upload of a new chunk.
public struct DeviceReport: Hashable, Sendable {
  /// The time of the upload on the clock of the collector, in seconds since 1970.
  public var time: Int64
  /// The charge of the battery in percent, 0...100; nil if it was not told.
  public var battery: Int?
  /// The version of the app; nil if it was not told.
  public var appVersion: String?
  /// The free storage of the device, in bytes; nil if it was not told.
  public var freeBytes: Int64?

  public init(
    time: Int64, battery: Int? = nil, appVersion: String? = nil, freeBytes: Int64? = nil
  ) {
    self.time = time
    self.battery = battery
    self.appVersion = appVersion
    self.freeBytes = freeBytes
  }
}
