import Testing

@testable import CollectorMQTT

@Suite struct BrokerAddressTests {
  @Test(
    arguments: [
      ("mqtt://example.org", "mqtt://example.org:1883", nil),
      ("mqtts://example.org/", "mqtts://example.org:8883", nil),
      ("MQTT://10.0.0.1:1900", "mqtt://10.0.0.1:1900", nil),
      ("mqtts://jane@example.org:1", "mqtts://example.org:1", "jane"),
      ("mqtt://a@b@example.org", "mqtt://example.org:1883", "a@b"),
      ("mqtt://[::1]", "mqtt://[::1]:1883", nil), ("mqtt://[fe80::1]:9", "mqtt://[fe80::1]:9", nil),
    ] as [(String, String, String?)])
  func `an address has a host, a port and perhaps a user`(
    text: String, expected: String, user: String?
  ) throws {
    let address = try BrokerAddress(text)
    #expect(address.description == expected)
    #expect(address.user == user)
  }

  @Test(
    arguments: [
      ("example.org", "must begin with mqtt://"), ("http://example.org", "must begin with mqtt://"),
      ("mqtt://", "host is missing"), ("mqtt://:1883", "host is missing"),
      ("mqtt://jane@", "host is missing"), ("mqtt://example.org:0", "number from 1 to 65535"),
      ("mqtt://example.org:99999", "number from 1 to 65535"),
      ("mqtt://example.org:abc", "number from 1 to 65535"),
      ("mqtt://example.org/topic", "topics have an option"), ("mqtt://::1", "in brackets"),
      ("mqtt://jane:secret@example.org", "--password-file"),
    ])
  func `another text is refused with what to enter`(text: String, reason: String) {
    let error = #expect(throws: BrokerAddressError.self) { try BrokerAddress(text) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.description.contains("secret") == false)
  }
}
