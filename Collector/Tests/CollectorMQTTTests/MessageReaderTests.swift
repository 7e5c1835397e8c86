import Chunks
import Collector
import CollectorImports
import Testing

@testable import CollectorMQTT

@Suite struct MessageReaderTests {
  private static let time: Int64 = 1_764_018_000_000_000_000

  private static func reader(
    _ format: ForeignFormat = .theengs, _ topics: [String] = ["home/+/BTtoMQTT/{device}"],
    device: String? = nil
  ) throws -> MessageReader {
    MessageReader(
      format: format, topics: try topics.map { text in try TopicPattern(text) }, device: device,
      bytesMax: 200, session: "s")
  }

  private static func message(
    _ payload: String = #"{"id":"A4:C1:38:00:00:01","tempc":21.5}"#,
    topic: String = "home/g/BTtoMQTT/A4C138000001"
  ) -> MQTTMessage {
    MQTTMessage(topic: topic, payload: Array(payload.utf8), packet: 7)
  }

  @Test func `the topic names the device, and the series have the time of reception`() throws {
    let read = try Self.reader().read(Self.message(), at: Self.time)
    #expect(read.refusal == nil)
    #expect(read.batch.device == "A4C138000001")
    #expect(read.batch.series.map(\.stream) == ["theengs.A4C138000001"])
    #expect(read.batch.series.first?.times == [Self.time])
    #expect(read.batch.receivedAt == 1_764_018_000)
    #expect(read.batch.delivery?.packet == 7)
    #expect(read.batch.delivery?.session == "s")
  }

  @Test(
    arguments: [
      ("owntracks/{device}/{device}", "owntracks/jane/phone", "jane.phone"),
      ("owntracks/{device}/{device}", "owntracks/jane.a/phone", "jane-2Ea.phone"),
      ("owntracks/{device}/{device}", "owntracks/jane/a.phone", "jane.a-2Ephone"),
      ("owntracks/{device}/{device}", "owntracks//phone", "-.phone"),
      ("x/{device}", "x/Küche 1", "K-C3-BCche-201"), ("x/{device}", "x/..", "-2E-2E"),
      ("x/{device}", "x/.hidden", "-2Ehidden"),
    ])
  func `every name in a topic becomes a valid name of a device, and no two the same`(
    pattern: String, topic: String, device: String
  ) throws {
    let reader = try Self.reader(.ownTracks, [pattern])
    #expect(reader.device(of: topic) == device)
    #expect(throws: Never.self) { try ChunkIdentity(device: device, stream: "a", sequence: 0) }
  }

  @Test func `a name that is too long is cut, and stays different from others`() throws {
    let reader = try Self.reader(.ownTracks, ["x/{device}"])
    let names = ["a", "b"].map { reader.device(of: "x/" + String(repeating: "y", count: 99) + $0) }
    #expect(names[0] != names[1])
    for name in names {
      #expect(throws: Never.self) {
        try ChunkIdentity(device: name ?? "", stream: "a", sequence: 0)
      }
    }
  }

  @Test func `a given device is that of all topics`() throws {
    #expect(try Self.reader(device: "house").device(of: "home/g/BTtoMQTT/1") == "house")
  }

  @Test func `equal messages without a time are different batches, with a time they are the same`()
    throws
  {
    let reader = try Self.reader()
    func digest(_ payload: String, _ time: Int64) -> [UInt8] {
      reader.read(Self.message(payload), at: time).batch.request?.digest ?? []
    }
    let without = #"{"id":"A","tempc":21.5}"#
    let with = #"{"id":"A","tempc":21.5,"unixtime":1703617820}"#
    #expect(digest(without, 1) != digest(without, 2))
    #expect(digest(with, 1) == digest(with, 2))
  }

  @Test func `a repeated delivery has the digest of the first one`() throws {
    let reader = try Self.reader()
    var again = Self.message()
    again.isRepeated = true
    let (first, second) = (
      reader.read(Self.message(), at: 1).batch.delivery, reader.read(again, at: 2).batch.delivery
    )
    #expect(first?.digest == second?.digest)
    #expect(second?.isRepeated == true)
    let other = reader.read(Self.message(topic: "home/h/BTtoMQTT/A4C138000001"), at: 1)
    #expect(other.batch.delivery?.digest != first?.digest)
  }

  @Test func `a message with the quality 0 has no number`() throws {
    var message = Self.message()
    message.quality = 0
    #expect(try Self.reader().read(message, at: 1).batch.delivery == nil)
  }

  @Test func `values that the broker had kept have no time, unless the message has it`() throws {
    let reader = try Self.reader()
    var kept = Self.message()
    kept.isRetained = true
    let read = reader.read(kept, at: 1)
    #expect(read.isTimeUnknown)
    #expect(read.batch.series.isEmpty)
    #expect(read.batch.request?.body == kept.payload)
    #expect(read.batch.request?.isRefused == false)
    // The broker sends it for each subscription.
    #expect(reader.read(kept, at: 2).batch.request?.digest == read.batch.request?.digest)

    kept.payload = Array(#"{"id":"A","tempc":21.5,"unixtime":1703617820}"#.utf8)
    let timed = reader.read(kept, at: 1)
    #expect(!timed.isTimeUnknown)
    #expect(timed.batch.series.first?.times == [1_703_617_820_000_000_000])
  }

  @Test(
    arguments: [
      ("garbage", "home/g/BTtoMQTT/A", "A", "not-json"),
      (#"{"a":1}"#, "home/g/BTtoMQTT/A", "A", "\"id\""),
      ("", "home/g/BTtoMQTT/A", "A", "empty"),
      (
        "{\"id\":\"" + String(repeating: "a", count: 200) + "\"}", "home/g/BTtoMQTT/A", "A",
        "200 bytes"
      ),
      (#"{"id":"A","tempc":1}"#, "other/topic", "mqtt", "no --topic matches"),
    ])
  func `a message that cannot be read is quarantined with all its bytes`(
    payload: String, topic: String, device: String, reason: String
  ) throws {
    let message = Self.message(payload, topic: topic)
    let read = try Self.reader().read(message, at: 1)
    #expect(read.batch.request?.isRefused == true)
    #expect(read.batch.device == device)
    #expect(read.batch.request?.body == message.payload)
    #expect(read.batch.series.isEmpty)
    #expect(read.refusal?.contains(reason) == true, "\(read.refusal ?? "")")
  }

  @Test func `topics can name only so many devices`() throws {
    var limit = DeviceLimit(max: 2)
    #expect(
      ["a", "b", "a", "c", "b"].map { limit.accepts($0) } == [true, true, true, false, true])
    let read = try Self.reader().read(Self.message(), at: 1) { _ in false }
    #expect(read.batch.device == "mqtt")
    #expect(read.batch.request?.isRefused == true)
    #expect(read.refusal?.contains("--max-devices") == true)
  }

  @Test func `delays grow up to a minute, and never vanish`() {
    var delay = RetryDelay()
    #expect((0..<8).map { _ in delay.take(1) } == [1, 2, 4, 8, 16, 32, 60, 60])
    #expect(delay.take(0) == 30)
    delay.reset()
    #expect(delay.take(0) == 0.5)
  }
}
