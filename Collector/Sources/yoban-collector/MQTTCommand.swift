import ArgumentParser
import Chunks
import Collector
import CollectorImports
import CollectorMQTT
import Foundation
import Logging
import ServiceLifecycle

/// `yoban-collector mqtt`: stores the messages of a broker until SIGTERM or SIGINT.
struct MQTTCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mqtt",
    abstract: "Subscribe to topics of an MQTT broker, and store each message exactly once.",
    discussion:
      "Prints one line when the subscription stands. Logs go to standard error. A message is acknowledged when it is stored; the broker keeps what is published while this command does not run. serve can run at the same time with the same database."
  )

  @Option(help: "The database of the server.")
  var database: DatabaseLocation

  @Option(help: "The address of the broker: mqtt://USER@HOST:PORT, or mqtts:// with TLS.")
  var broker: String

  @Option(
    help: "The format of the messages: \(ForeignFormat.all.map(\.name).joined(separator: ", ")).")
  var format: String

  @Option(
    help:
      "A topic, with the wildcards + and #. A level {device} is the name of the device. Repeat it for more topics. Default: those to which the apps of the format publish."
  )
  var topic: [String] = []

  @Option(help: "The device of all messages. Default: the topic names it.")
  var device: String?

  @Option(help: "The name of the user at the broker.")
  var user: String?

  @Option(
    help: "A file with the password. Default: the variable YOBAN_MQTT_PASSWORD, or no password.")
  var passwordFile: String?

  @Option(
    help:
      "The name of the session at the broker, which keeps messages for it. Each running command needs its own. Default: yoban-FORMAT."
  )
  var clientID: String?

  @Option(
    help: "A PEM file with the certificates that are trusted. Default: those of the system.")
  var caFile: String?

  @Option(help: "A PEM file with the certificate of this client, if the broker needs one.")
  var clientCertificate: String?

  @Option(help: "A PEM file with the key of this certificate.")
  var clientKey: String?

  @Option(
    help: "The largest size of a message that is read, in bytes. Larger ones are quarantined.")
  var maxMessageBytes = 4 << 20

  @Option(help: "The largest number of devices that topics may name.")
  var maxDevices = 1_000

  @Option(help: "The time in seconds after SIGTERM for which a message in progress is waited for.")
  var stopTimeout = 5.0

  @Option(
    help: "The lowest level that is logged: trace, debug, info, notice, warning, error or critical."
  )
  var logLevel = "info"

  static let passwordVariable = "YOBAN_MQTT_PASSWORD"

  func validate() throws {
    let reader = try reader(try address())
    if device == nil, let pattern = reader.topics.first(where: { !$0.namesDevice }) {
      throw ValidationError(
        "The topic \(pattern) does not name the device: use --device NAME, or {device} for the level that names it."
      )
    }
    if let device { try Self.validate(device: device) }
    guard (1...65_535).contains(client.utf8.count), !client.utf8.contains(0) else {
      throw ValidationError("--client-id must have 1 to 65535 bytes.")
    }
    guard (clientCertificate == nil) == (clientKey == nil) else {
      throw ValidationError("--client-certificate and --client-key belong together.")
    }
    guard try address().isEncrypted || (caFile == nil && clientCertificate == nil) else {
      throw ValidationError("--ca-file and --client-certificate need an address with mqtts://.")
    }
    guard (1...(64 << 20)).contains(maxMessageBytes) else {
      throw ValidationError("--max-message-bytes must be from 1 to \(64 << 20).")
    }
    guard (1...100_000).contains(maxDevices) else {
      throw ValidationError("--max-devices must be from 1 to 100000.")
    }
    guard stopTimeout >= 1, stopTimeout <= 86_400 else {
      throw ValidationError("--stop-timeout must be from 1 to 86400 seconds.")
    }
    guard Logger.Level(rawValue: logLevel) != nil else {
      throw ValidationError(
        "--log-level \(logLevel) is unknown: use trace, debug, info, notice, warning, error or critical."
      )
    }
  }

  private var client: String { clientID ?? "yoban-\(format)" }

  private func address() throws -> BrokerAddress {
    do { return try BrokerAddress(broker) } catch {
      throw ValidationError("--broker: \(error).")
    }
  }

  private func reader(_ address: BrokerAddress) throws -> MessageReader {
    guard let format = ForeignFormat.all.first(where: { $0.name == format }) else {
      let names = ForeignFormat.all.map(\.name).joined(separator: ", ")
      throw ValidationError("--format \(format) is unknown: use one of \(names).")
    }
    let topics = topic.isEmpty ? format.standardTopics : topic
    guard !topics.isEmpty else {
      throw ValidationError("The format \(format) has no usual topic: use --topic.")
    }
    let patterns = try topics.map { text in
      do { return try TopicPattern(text) } catch {
        throw ValidationError("--topic \(text): \(error).")
      }
    }
    return MessageReader(
      format: format, topics: patterns, device: device, bytesMax: maxMessageBytes,
      session: "\(client)@\(address.host):\(address.port)")
  }

  private static func validate(device: String) throws {
    do { _ = try ChunkIdentity(device: device, stream: "a", sequence: 0) } catch {
      throw ValidationError("--device: \(error)")
    }
  }

  private func login(_ address: BrokerAddress) throws -> BrokerLogin {
    let password =
      passwordFile.map { String(decoding: content(of: $0), as: UTF8.self) }
      ?? ProcessInfo.processInfo.environment[Self.passwordVariable]
    let user = user ?? address.user
    guard password == nil || user != nil else {
      throw ValidationError("There is a password, but no user: use --user.")
    }
    for file in [caFile, clientCertificate, clientKey].compactMap({ $0 }) { _ = content(of: file) }
    return BrokerLogin(
      client: client, user: user, password: password, authorityFile: caFile,
      certificateFile: clientCertificate, keyFile: clientKey)
  }

  func run() async throws {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var logger = Logger(label: "yoban-collector")
    logger.logLevel = Logger.Level(rawValue: logLevel) ?? .info
    let address = try address()
    let reader = try reader(address)
    let login = try login(address)
    let storage = await database.open()
    let subscriber = Subscriber(
      Subscriber.Settings(
        address: address, login: login, reader: reader, devicesMax: maxDevices,
        stopSeconds: stopTimeout), storage: storage, logger: logger
    ) {
      let filters = reader.topics.map(\.filter).joined(separator: ", ")
      printLine("yoban-collector subscribed to \(filters) at \(address)")
    }
    let group = ServiceGroup(
      configuration: .init(
        services: [subscriber], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    do {
      try await group.run()
    } catch {
      fail("cannot subscribe at \(address): \(error)", .cannotServe)
    }
    logger.info("\(subscriber.counts)")
  }
}
