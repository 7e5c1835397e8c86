import Testing

@testable import CollectorImports

@Suite struct TheengsTests {
  let parser = TheengsParser(receptionTime: 9)

  @Test func `the message of the documentation becomes one row with the units of the decoder`()
    throws
  {
    let batch = try parser.parse(ForeignFormat.theengs.example)
    #expect(
      batch.lines == [
        "theengs.F35285001122: rssi[dBm] tempc[°C] tempf[°F] hum[%] dp volt[V]",
        "1703617820000000000 -82.0 24.1 75.38 104.7 24.8 2.56",
      ])
    #expect(!batch.usesReceptionTime)
    // name, brand, model, model_id and mfr are texts, which are no values.
    #expect(batch.counts == [0, 0, 0, 0])
  }

  /// github.com/theengs/gateway, docs/use/use.md: an Apple device, whose `track` and `unlocked` are true or false.
  @Test func `a message without a time has the time of its reception`() throws {
    let batch = try parser.parse(
      """
      {"manufacturerdata":"2c0a1006191e7a30a6fa","id":"11:22:33:44:55:66","rssi":-42,
      "brand":"Apple","type":"TRACK","track":true,"unlocked":false,"distance":0.03341741003670675}
      """)
    #expect(
      batch.lines == [
        "theengs.112233445566: rssi[dBm] distance track unlocked",
        "9 -42.0 0.03341741003670675 1.0 0.0",
      ])
    #expect(batch.usesReceptionTime)
    #expect(
      parser.identityPrefix(for: batch)
        != TheengsParser(receptionTime: 8).identityPrefix(for: batch))
  }

  @Test(
    arguments: [
      (#""unixtime":1703617820"#, 1_703_617_820_000_000_000),
      (#""UTCtime":"2023-12-26T19:10:20Z""#, 1_703_617_820_000_000_000),
      (#""unixtime":null"#, 9),
    ] as [(String, Int64)])
  func `OpenMQTTGateway can add the time in two forms`(member: String, time: Int64) throws {
    let batch = try parser.parse(#"{"id":"A","tempc":1,\#(member)}"#)
    #expect(batch.series.first?.times == [time])
    #expect(batch.series.first?.channels.map(\.name) == ["tempc"])
  }

  @Test(arguments: [#""unixtime":"soon""#, #""UTCtime":"2023-12-26""#, #""UTCtime":7"#])
  func `a time that cannot be read is not replaced by another one`(member: String) throws {
    let batch = try parser.parse(#"{"id":"A","tempc":1,\#(member)}"#)
    #expect(batch.lines == [])
    #expect(batch.counts == [0, 1, 0, 0])
  }

  @Test(
    arguments: [
      ("a4:c1:38:0a:0b:0c", "theengs.A4C1380A0B0C"), ("A4C1380A0B0C", "theengs.A4C1380A0B0C"),
      ("1de4b189115e45f6b44e509352269977", "theengs.1de4b189115e45f6b44e509352269977"),
      ("a4:c1:38:0a:0b", "theengs.a4-3Ac1-3A38-3A0a-3A0b"),
    ])
  func `a stream is named after the address, as it is in the topic`(id: String, stream: String)
    throws
  {
    #expect(try parser.parse(#"{"id":"\#(id)","rssi":1}"#).series.map(\.stream) == [stream])
  }

  /// OpenMQTTGateway's docs/use/ble.md has such a message of an earlier version, where all of them are texts.
  @Test func `numbers in texts are malformed where the decoder has a number`() throws {
    let batch = try parser.parse(#"{"id":"A","hum":"52.6","tempc":19.2,"model":"7"}"#)
    #expect(batch.lines == ["theengs.A: tempc[°C]", "9 19.2"])
    #expect(batch.counts == [0, 0, 1, 0])
  }

  @Test(arguments: [#"{"id":"A"}"#, #"{"id":"A","presence":"absent"}"#])
  func `a message without numbers is accepted and counted`(body: String) throws {
    let batch = try parser.parse(body)
    #expect(batch.lines == [])
    #expect(batch.counts == [1, 0, 0, 0])
  }

  @Test(arguments: ["", "online", "7", "{}", #"{"id":7,"rssi":1}"#, #"[{"rssi":1}]"#])
  func `a body that does not name the device is refused`(body: String) {
    #expect(throws: ForeignFormatError.self) { try parser.parse(body) }
  }
}
