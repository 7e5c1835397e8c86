import Chunks

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The answer of `POST /v1/enrollments`: what an app needs to send its recordings.
public struct EnrollmentAnswer: Codable, Hashable, Sendable {
  /// The address of the collector, without `/v1`.
  public var collector: URL
  /// The name of the device at the collector.
  public var device: String
  /// The token of the device.
  public var token: String

  public init(collector: URL, device: String, token: String) {
    self.collector = collector
    self.device = device
    self.token = token
  }

  /// Decodes the body of an answer; nil if it is none that an app could use.
  public init?(json: [UInt8]) {
    guard let answer = ContractJSON.decode(Self.self, from: json),
      (try? EnrollmentCode.address(answer.collector.absoluteString)) != nil,
      (try? ChunkIdentity(device: answer.device, stream: "any", sequence: 0)) != nil,
      !answer.token.isEmpty, answer.token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    self = answer
  }

  public var json: [UInt8] { ContractJSON.encode(self) }
}
