/// The identity of the collector at a broker.
public struct BrokerLogin: Sendable {
  /// The name of the session. The broker keeps messages for it while the collector is not connected.
  public var client: String
  public var user: String?
  public var password: String?
  /// A file with the certificates that are trusted, in PEM; nil for those of the system.
  public var authorityFile: String?
  /// The files with the client's own certificate and its key, in PEM; nil if the broker needs none.
  public var certificateFile: String?
  public var keyFile: String?

  public init(
    client: String, user: String? = nil, password: String? = nil, authorityFile: String? = nil,
    certificateFile: String? = nil, keyFile: String? = nil
  ) {
    self.client = client
    self.user = user
    self.password = password
    self.authorityFile = authorityFile
    self.certificateFile = certificateFile
    self.keyFile = keyFile
  }
}

/// The reason why there is no subscription.
public enum BrokerFailure: Error, Hashable, Sendable {
  /// The broker cannot be reached, or the connection was lost.
  case unreachable(String)
  /// The broker has refused the connection with a return code of MQTT 3.1.1, section 3.2.2.3.
  case refused(code: Int)
  /// The broker has refused the subscription to a filter.
  case subscriptionRefused(String)
  /// The storage cannot be used.
  case storage(String)

  /// Whether another attempt helps only after somebody has changed the settings of the collector or of the broker.
  public var needsOperator: Bool {
    switch self {
    case .refused(let code): code != 3
    case .subscriptionRefused: true
    case .unreachable, .storage: false
    }
  }
}

extension BrokerFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreachable(let reason): "the broker cannot be reached: \(reason)"
    case .refused(1): "the broker does not know MQTT 3.1.1"
    case .refused(2): "the broker does not accept the client identifier: use another --client-id"
    case .refused(3): "the broker is not available"
    case .refused(4): "the broker does not accept the name of the user or the password"
    case .refused(5): "the broker does not allow this user or client to connect"
    case .refused(let code): "the broker has refused the connection with the code \(code)"
    case .subscriptionRefused(let filter):
      "the broker does not allow the subscription to \(filter): check its access control"
    case .storage(let reason): "the database cannot be used: \(reason)"
    }
  }
}
