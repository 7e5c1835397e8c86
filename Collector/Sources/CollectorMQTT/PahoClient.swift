import CPahoMQTT
import Dispatch
import Foundation
import Synchronization

/// A client of a broker: Eclipse Paho's asynchronous client, with MQTT 3.1.1.
///
/// Paho calls `messageArrived` on its receiving thread, and sends the acknowledgment of a message after it has
/// returned, whatever it returns (paho.mqtt.c 1.3.12, `MQTTProtocol_handlePublishes` in `MQTTProtocolClient.c`, and
/// `Protocol_processPublication` in `MQTTAsyncUtils.c`). So `receive` returns when the message is stored, or never.
/// Paho's synchronous client (`MQTTClient.c`) and libmosquitto 2.0 (`lib/handle_publish.c`) send it before the message
/// is delivered, which is too early.
///
/// While `receive` runs, Paho holds a lock that all of its functions need. They are called on a queue, and never on a
/// thread of Swift concurrency.
final class PahoClient: Sendable {
  private let login: BrokerLogin
  private let address: BrokerAddress
  private let queue = DispatchQueue(label: "yoban-collector.mqtt")
  /// The handle of Paho, which can be used on every thread.
  private nonisolated(unsafe) let handle: MQTTAsync
  private let receive: @Sendable (MQTTMessage) -> Void
  /// Receives the end of the present connection.
  private let loss = Mutex<AsyncStream<Void>.Continuation?>(nil)
  /// The last errors of TLS.
  private let tlsErrors = Mutex<[String]>([])

  private static let keepAliveSeconds: Int32 = 30
  private static let connectSecondsMax: Int32 = 20

  /// Creates a client. It lives as long as the process, because Paho refers to it.
  ///
  /// - Parameter receive: returns when a message is stored. Called on a thread of Paho, for one message at a time.
  init(
    address: BrokerAddress, login: BrokerLogin, receive: @escaping @Sendable (MQTTMessage) -> Void
  ) {
    self.login = login
    self.address = address
    self.receive = receive
    var options = yoban_mqtt_init_options()
    options.do_openssl_init = 1
    MQTTAsync_global_init(&options)
    let host = address.host.contains(":") ? "[\(address.host)]" : address.host
    let uri = "\(address.isEncrypted ? "ssl" : "tcp")://\(host):\(address.port)"
    var created: MQTTAsync?
    // Nothing is sent but acknowledgments, so there is nothing to keep in files.
    let code = MQTTAsync_create(&created, uri, login.client, MQTTCLIENT_PERSISTENCE_NONE, nil)
    guard code == MQTTASYNC_SUCCESS, let created else {
      preconditionFailure("MQTTAsync_create: \(code) for \(uri)")
    }
    handle = created
    let context = Unmanaged.passRetained(self).toOpaque()
    MQTTAsync_setCallbacks(
      handle, context,
      { context, _ in PahoClient.of(context).loss.withLock { $0.take() }?.finish() },
      { context, topic, topicLength, message in
        PahoClient.of(context).arrived(topic, topicLength, message)
        return 1
      }, nil)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> PahoClient {
    Unmanaged<PahoClient>.fromOpaque(context!).takeUnretainedValue()
  }

  private func arrived(
    _ topic: UnsafeMutablePointer<CChar>?, _ topicLength: Int32,
    _ message: UnsafeMutablePointer<MQTTAsync_message>?
  ) {
    guard let topic, let message else { return }
    // The length is 0 if the topic has no zero byte.
    let length = topicLength > 0 ? Int(topicLength) : strlen(topic)
    let name = String(
      decoding: UnsafeRawBufferPointer(start: topic, count: length), as: UTF8.self)
    let value = message.pointee
    let payload = Array(
      UnsafeRawBufferPointer(start: value.payload, count: Int(max(value.payloadlen, 0))))
    var freed: UnsafeMutablePointer<MQTTAsync_message>? = message
    MQTTAsync_freeMessage(&freed)
    MQTTAsync_free(topic)
    receive(
      MQTTMessage(
        topic: name, payload: payload, quality: Int(value.qos), packet: Int(value.msgid),
        isRepeated: value.dup != 0, isRetained: value.retained != 0))
  }

  /// Connects, with the session that the broker has kept.
  ///
  /// - Returns: whether the broker had kept one, and a sequence that ends with the connection.
  func connect() async throws(BrokerFailure) -> (hasSession: Bool, end: AsyncStream<Void>) {
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    loss.withLock { $0 = continuation }
    tlsErrors.withLock { $0 = [] }
    let hasSession: Bool = try await call(within: Self.connectSecondsMax + 10) { call in
      var options = yoban_mqtt_connect_options()
      options.keepAliveInterval = Self.keepAliveSeconds
      options.cleansession = 0
      options.MQTTVersion = MQTTVERSION_3_1_1
      options.connectTimeout = Self.connectSecondsMax
      options.onSuccess = { context, data in
        PahoCall<Bool>.taken(from: context)?.answer(
          .success(data?.pointee.alt.connect.sessionPresent == 1))
      }
      options.onFailure = { context, data in
        PahoCall<Bool>.taken(from: context)?.answer(.failure(BrokerFailure(data)))
      }
      options.context = call
      return self.start(&options)
    }
    return (hasSession, end)
  }

  private func start(_ options: inout MQTTAsync_connectOptions) -> Int32 {
    let (client, login) = (self, login)
    return withCStrings([
      login.user, login.password, login.authorityFile, login.certificateFile, login.keyFile,
    ]) { texts in
      options.username = texts[0]
      options.password = texts[1]
      guard client.address.isEncrypted else { return MQTTAsync_connect(client.handle, &options) }
      var tls = yoban_mqtt_tls_options()
      tls.enableServerCertAuth = 1
      tls.verify = 1
      tls.trustStore = texts[2]
      tls.keyStore = texts[3]
      tls.privateKey = texts[4]
      tls.ssl_error_context = Unmanaged.passUnretained(client).toOpaque()
      tls.ssl_error_cb = { text, length, context in
        if let text, length > 0 {
          PahoClient.of(context).noteTLSError(String(cString: text))
        }
        return 0
      }
      return withUnsafeMutablePointer(to: &tls) { tls in
        options.ssl = tls
        return MQTTAsync_connect(client.handle, &options)
      }
    }
  }

  private func noteTLSError(_ text: String) {
    let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
    tlsErrors.withLock { if !line.isEmpty { $0 = ($0 + [line]).suffix(3) } }
  }

  /// Subscribes to filters with the quality 1, which means at least once.
  ///
  /// - Returns: for each filter, the quality that the broker has granted, or 128 if it has refused.
  func subscribe(_ filters: [String]) async throws(BrokerFailure) -> [Int] {
    let granted: [Int] = try await call(within: Self.connectSecondsMax) { call in
      var options = yoban_mqtt_response_options()
      // Paho passes the codes of a refusal to no one else, so each filter has a call of its own.
      options.onSuccess = { context, data in
        PahoCall<[Int]>.taken(from: context)?.answer(.success([Int(data?.pointee.alt.qos ?? 128)]))
      }
      options.onFailure = { context, data in
        let failure = BrokerFailure(data)
        PahoCall<[Int]>.taken(from: context)?.answer(
          failure == .refused(code: 128) ? .success([128]) : .failure(failure))
      }
      options.context = call
      return MQTTAsync_subscribe(self.handle, filters[0], 1, &options)
    }
    return filters.count > 1 ? try await granted + subscribe(Array(filters.dropFirst())) : granted
  }

  /// Ends the connection; the broker keeps the session. A message that has arrived is acknowledged before.
  func disconnect(within seconds: Double) async {
    let _: Bool? = try? await call(within: Int32(seconds.rounded(.up))) { call in
      var options = yoban_mqtt_disconnect_options()
      options.timeout = 0
      options.onSuccess = { context, _ in
        PahoCall<Bool>.taken(from: context)?.answer(.success(true))
      }
      options.onFailure = { context, _ in
        PahoCall<Bool>.taken(from: context)?.answer(.success(false))
      }
      options.context = call
      return MQTTAsync_disconnect(self.handle, &options)
    }
  }

  /// Makes a call of Paho, and waits for its answer.
  ///
  /// - Parameter body: starts the call with a pointer for its callbacks, and returns the code of Paho.
  private func call<Value: Sendable>(
    within seconds: Int32,
    _ body: @escaping @Sendable (UnsafeMutableRawPointer) -> Int32
  ) async throws(BrokerFailure) -> Value {
    let answer: PahoCall<Value>.Answer = await withCheckedContinuation { continuation in
      let call = PahoCall(continuation)
      queue.async {
        let pointer = call.retained
        let code = body(pointer)
        guard code != MQTTASYNC_SUCCESS else { return }
        _ = PahoCall<Value>.taken(from: pointer)
        call.answer(.failure(.unreachable(Self.text(of: code))))
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(seconds))) {
        call.answer(.failure(.unreachable("there was no answer for \(seconds) s")))
      }
    }
    do {
      return try answer.get()
    } catch .unreachable(let reason) {
      var errors = tlsErrors.withLock { $0 }
      // Paho checks the name after the handshake, and reports nothing.
      if errors.isEmpty, address.isEncrypted {
        errors = ["the certificate of the broker must be for \(address.host)"]
      }
      throw .unreachable(([reason] + errors).joined(separator: "; "))
    } catch { throw error }
  }

  fileprivate static func text(of code: Int32) -> String {
    // Paho has no reason if a name is unknown or nothing listens.
    if code == MQTTASYNC_FAILURE { return "there is no such host, or nothing listens at the port" }
    return MQTTAsync_strerror(code).map { String(cString: $0) } ?? "error \(code) of Paho"
  }
}

extension BrokerFailure {
  /// Paho gives the return code of the broker as a positive number, and its own errors as negative ones.
  fileprivate init(_ data: UnsafeMutablePointer<MQTTAsync_failureData>?) {
    guard let data = data?.pointee else {
      self = .unreachable("Paho gives no reason")
      return
    }
    if data.code > 0 {
      self = .refused(code: Int(data.code))
    } else if let message = data.message {
      self = .unreachable(String(cString: message))
    } else {
      self = .unreachable(PahoClient.text(of: data.code))
    }
  }
}

/// Runs a body with copies of texts as strings of C; a nil stays nil.
private func withCStrings<Value>(
  _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Value
) -> Value {
  let copies = texts.map { $0.map { strdup($0) } ?? nil }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { $0.map { UnsafePointer($0) } })
}
