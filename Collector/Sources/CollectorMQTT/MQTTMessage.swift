/// A message that the broker has delivered.
public struct MQTTMessage: Hashable, Sendable {
  public var topic: String
  public var payload: [UInt8]
  /// The quality of service with which it was delivered: 0 or 1, because the collector subscribes with 1.
  public var quality: Int
  /// The number of the message in the session, 1 to 65,535; without a meaning if the quality is 0.
  public var packet: Int
  /// Whether the broker says that it may have delivered the message before (DUP).
  public var isRepeated: Bool
  /// Whether the broker had kept the message before the subscription (RETAIN). Its age is not known.
  public var isRetained: Bool

  public init(
    topic: String, payload: [UInt8], quality: Int = 1, packet: Int = 1, isRepeated: Bool = false,
    isRetained: Bool = false
  ) {
    self.topic = topic
    self.payload = payload
    self.quality = quality
    self.packet = packet
    self.isRepeated = isRepeated
    self.isRetained = isRetained
  }
}
