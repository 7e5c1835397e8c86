import Chunks
import Collector
import CollectorImports

/// Makes what is stored of a message: a pure function of the message, the settings and the time.
public struct MessageReader: Sendable {
  public let format: ForeignFormat
  public let topics: [TopicPattern]
  /// The device of all messages; nil if the topics name it.
  public let device: String?
  /// The largest size of a message that is read. A larger one is quarantined.
  public let bytesMax: Int
  /// The identity of the session with the broker.
  public let session: String

  /// The device under which messages are quarantined that have none of their own.
  public static let quarantineDevice = "mqtt"

  public init(
    format: ForeignFormat, topics: [TopicPattern], device: String?, bytesMax: Int, session: String
  ) {
    self.format = format
    self.topics = topics
    self.device = device
    self.bytesMax = bytesMax
    self.session = session
  }

  /// Returns the device of a topic; nil if no pattern matches it.
  func device(of topic: String) -> String? {
    if let device { return device }
    for pattern in topics {
      if let parts = pattern.deviceParts(of: topic), !parts.isEmpty {
        return ForeignDevice.name(parts)
      }
    }
    return nil
  }

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - time: now, in nanoseconds since 1970; the time of measurements that have none.
  ///   - acceptsDevice: whether messages of a device may be stored, see `DeviceLimit`.
  public func read(
    _ message: MQTTMessage, at time: Int64, acceptsDevice: (String) -> Bool = { _ in true }
  ) -> ReadMessage {
    guard let device = device(of: message.topic) else {
      return refused(message, Self.quarantineDevice, at: time, "no --topic matches its topic")
    }
    guard acceptsDevice(device) else {
      return refused(
        message, Self.quarantineDevice, at: time,
        "there are too many devices: raise --max-devices, or subscribe to fewer topics")
    }
    guard message.payload.count <= bytesMax else {
      return refused(message, device, at: time, "it has more than \(bytesMax) bytes")
    }
    do {
      let parser = try format.parser(ForeignRequest(precision: nil, receptionTime: time))
      let batch = try parser.parse(message.payload)
      // The time at which the values of a message were measured that the broker has kept is not known.
      let isTimeUnknown = message.isRetained && batch.usesReceptionTime
      let prefix =
        isTimeUnknown
        ? Array("\(format.name)\nretained\n".utf8) : parser.identityPrefix(for: batch)
      return ReadMessage(
        batch: imported(
          message, device, prefix, series: isTimeUnknown ? [] : batch.series, at: time),
        contents: batch, isTimeUnknown: isTimeUnknown)
    } catch {
      return refused(message, device, at: time, error.description)
    }
  }

  /// The message as one that is quarantined.
  func refused(
    _ message: MQTTMessage, _ device: String, at time: Int64, _ reason: String
  ) -> ReadMessage {
    // The topic can be the reason.
    let prefix = Array("\(format.name)\n\(message.topic)\n".utf8)
    return ReadMessage(
      batch: imported(message, device, prefix, series: [], refused: true, at: time),
      refusal: reason)
  }

  private func imported(
    _ message: MQTTMessage, _ device: String, _ prefix: [UInt8], series: [ForeignSeries],
    refused: Bool = false, at time: Int64
  ) -> ImportedBatch {
    var batch = ImportedBatch(
      device: device, format: format, digest: SHA256Hash.hash(prefix + message.payload),
      body: message.payload, series: series, isRefused: refused, receivedAt: time / 1_000_000_000)
    if message.quality > 0 {
      batch.delivery = Delivery(
        session: session, packet: message.packet,
        digest: SHA256Hash.hash(Array(message.topic.utf8) + [0] + message.payload),
        isRepeated: message.isRepeated)
    }
    return batch
  }
}

/// A message, as it is stored.
public struct ReadMessage: Sendable {
  public var batch: ImportedBatch
  /// The contents; nil if the message is refused.
  public var contents: ForeignBatch?
  /// The reason why the message is quarantined, without a period; nil if it is not.
  public var refusal: String?
  /// Whether the message has no time and was kept by the broker, so that its values have no time at all.
  public var isTimeUnknown = false
}
