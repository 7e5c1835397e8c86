import CollectorContract
import Foundation

/// The access of one device to a collector: what a recording needs to send its chunks.
public struct CollectorAccess: Codable, Hashable, Sendable {
  /// The address of the collector, without `/v1`.
  public var collector: URL
  /// The name of the device at the collector.
  public var device: String
  /// The token of the device. It is never written to a log or an event.
  public var token: String

  public init(collector: URL, device: String, token: String) {
    self.collector = collector
    self.device = device
    self.token = token
  }

  init(_ answer: EnrollmentAnswer) {
    self.init(collector: answer.collector, device: answer.device, token: answer.token)
  }
}
