/// The address of a broker: `mqtt://example.org`, `mqtts://example.org:8884`.
public struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
  /// Whether the connection is encrypted.
  public let isEncrypted: Bool
  /// The name or the address of the host; an IPv6 address without its brackets.
  public let host: String
  /// 1883, or 8883 with encryption, if the text has none.
  public let port: Int
  /// The name of the user in the text; nil if there is none.
  public let user: String?

  /// Reads an address.
  ///
  /// - Throws: `BrokerAddressError`, which says what to enter.
  public init(_ text: String) throws(BrokerAddressError) {
    guard let scheme = text.firstRange(of: "://") else {
      throw BrokerAddressError("it must begin with mqtt:// or mqtts://")
    }
    switch text[..<scheme.lowerBound].lowercased() {
    case "mqtt": isEncrypted = false
    case "mqtts": isEncrypted = true
    default: throw BrokerAddressError("it must begin with mqtt:// or mqtts://")
    }
    var rest = text[scheme.upperBound...]
    if rest.last == "/" { rest.removeLast() }
    guard !rest.contains(where: { "/?# ".contains($0) }) else {
      throw BrokerAddressError(
        "only a host and a port may follow; topics have an option of their own")
    }
    if let at = rest.lastIndex(of: "@") {
      let name = rest[..<at]
      guard !name.contains(":") else {
        throw BrokerAddressError(
          "it must not contain a password, which other users of this machine could read: "
            + "use --password-file or the variable YOBAN_MQTT_PASSWORD")
      }
      user = name.isEmpty ? nil : String(name)
      rest = rest[rest.index(after: at)...]
    } else {
      user = nil
    }
    (host, port) = try Self.hostAndPort(rest, standardPort: isEncrypted ? 8883 : 1883)
  }

  private static func hostAndPort(
    _ text: Substring, standardPort: Int
  ) throws(BrokerAddressError) -> (String, Int) {
    var host = text
    var port = standardPort
    // The colons of an IPv6 address are in brackets.
    if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
      host = text[..<colon]
      guard let number = Int(text[text.index(after: colon)...]), (1...65_535).contains(number)
      else { throw BrokerAddressError("the port must be a number from 1 to 65535") }
      port = number
    }
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
    } else {
      guard !host.contains(":") else {
        throw BrokerAddressError("an IPv6 address must be in brackets: mqtt://[::1]")
      }
    }
    guard !host.isEmpty else { throw BrokerAddressError("the host is missing") }
    return (String(host), port)
  }

  /// The address without the user.
  public var description: String {
    "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}

/// The reason why a text is no address of a broker, without a period.
public struct BrokerAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
