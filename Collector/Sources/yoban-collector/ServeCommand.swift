import ArgumentParser
import CYobanMemory
import Collector
import CollectorPostgres
import CollectorSQLite
import Foundation
import Logging
import ServiceLifecycle

/// `yoban-collector serve`: runs the server until SIGTERM or SIGINT.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the server until it receives SIGTERM or SIGINT.",
    discussion:
      "Prints one line when the server is ready. Logs go to standard error. A browser shows the recordings at the printed address."
  )

  @Option(
    help:
      "The address to listen on. If other machines can reach this address, viewing the web page requires an admin token as the password."
  )
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 lets the system choose.")
  var port = 8080

  @Option(
    help:
      "Where recordings and tokens are stored: a SQLite file, which is created if it is missing, or postgres://USER@HOST/NAME."
  )
  var database: DatabaseLocation

  @Option(help: BodyLocation.help)
  var bodies: BodyLocation?

  @Option(
    help:
      "The maximum size of an uploaded chunk, in bytes. A chunk is a file with a part of a recording."
  )
  var maxChunkBytes = 4 << 20

  @Option(help: "The maximum size of a SQLite file, in bytes. Default: no limit.")
  var maxDatabaseBytes: Int?

  @Option(
    help:
      "The time in seconds in which a request must arrive, and after which a connection without a request, or whose client reads nothing, is closed."
  )
  var requestTimeout = 30.0

  @Option(
    help:
      "An http or https address to which alerts are sent: a device is silent, a gap has arrived, an upload was refused."
  )
  var webhook: String?

  @Option(
    help:
      "A file with the address for --webhook. Arguments can be read by all users of the machine, and the address of a chat is a secret."
  )
  var webhookFile: String?

  @Option(
    help:
      "A file whose content, without a line break at its end, is the key of the signature of alerts."
  )
  var webhookSecretFile: String?

  @Option(
    help:
      "The time in minutes without an upload after which a recording device is silent, for alerts.")
  var silentAfter = 60.0

  @Option(help: "The length in seconds of the shortest gap about which there is an alert.")
  var alertGap = 0.0

  @Option(
    help:
      "The maximum number of connections that are served at once. Each needs a file descriptor of the process."
  )
  var maxConnections = 1024

  @Option(
    help:
      "The bytes that one token may upload per day, 0 for no limit. More get status 429; nothing is lost, because devices send again later."
  )
  var tokenBytesPerDay = 4 << 30

  @Option(
    help:
      "The requests of one token per second, on average over 100 seconds, 0 for no limit. More get status 429."
  )
  var tokenRequestsPerSecond = 100.0

  @Option(
    help:
      "The time in seconds after SIGTERM for which requests in progress are waited for."
  )
  var stopTimeout = 0.5

  @Flag(
    help:
      "Require an admin token for the pages also from programs on this machine. Use it if other people can log in here, or behind a reverse proxy."
  )
  var requireToken = false

  @Option(
    help: "The lowest level that is logged: trace, debug, info, notice, warning, error or critical."
  )
  var logLevel = "info"

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be from 0 to 65535.")
    }
    guard (1...(1 << 30)).contains(maxChunkBytes) else {
      throw ValidationError("--max-chunk-bytes must be from 1 to \(1 << 30).")
    }
    guard maxDatabaseBytes ?? 1 > 0 else {
      throw ValidationError("--max-database-bytes must be 1 or more.")
    }
    guard maxDatabaseBytes == nil || !database.isPostgres else {
      throw ValidationError("--max-database-bytes limits only a SQLite file.")
    }
    guard requestTimeout >= 0.01, requestTimeout <= 86_400 else {
      throw ValidationError("--request-timeout must be from 0.01 to 86400 seconds.")
    }
    if let webhook { _ = try Self.webhookURL(webhook) }
    guard webhook == nil || webhookFile == nil else {
      throw ValidationError("Give either --webhook or --webhook-file.")
    }
    guard webhook != nil || webhookFile != nil || webhookSecretFile == nil else {
      throw ValidationError(
        "--webhook-secret-file is used only together with --webhook or --webhook-file.")
    }
    guard stopTimeout >= 0, stopTimeout <= 86_400 else {
      throw ValidationError("--stop-timeout must be from 0 to 86400 seconds.")
    }
    guard tokenBytesPerDay >= 0 else {
      throw ValidationError("--token-bytes-per-day must be 0 or more.")
    }
    guard tokenRequestsPerSecond >= 0, tokenRequestsPerSecond <= 1_000_000 else {
      throw ValidationError("--token-requests-per-second must be from 0 to 1000000.")
    }
    guard silentAfter >= 0.01, silentAfter <= 525_600 else {
      throw ValidationError("--silent-after must be from 0.01 to 525600 minutes.")
    }
    guard alertGap >= 0, alertGap <= 31_536_000 else {
      throw ValidationError("--alert-gap must be from 0 to 31536000 seconds.")
    }
    guard (1...1_000_000).contains(maxConnections) else {
      throw ValidationError("--max-connections must be from 1 to 1000000.")
    }
    guard Logger.Level(rawValue: logLevel) != nil else {
      throw ValidationError(
        "--log-level \(logLevel) is unknown: use trace, debug, info, notice, warning, error or critical."
      )
    }
  }

  func run() async throws {
    yoban_keep_released_memory()
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var logger = Logger(label: "yoban-collector")
    logger.logLevel = Logger.Level(rawValue: logLevel) ?? .info

    let storage = await database.open(
      bodies, databaseBytesMax: maxDatabaseBytes, isChecked: true)
    if let postgres = storage as? PostgresStorage, !postgres.database.hasSynchronousStandby {
      logger.warning(
        "PostgreSQL has no synchronous standby: a receipt survives a crash of the database server, but not the loss of its disk"
      )
    }
    var configuration = CollectorConfiguration(
      host: host, port: port, chunkBytesMax: maxChunkBytes,
      requestTimeout: .seconds(requestTimeout), connectionsMax: maxConnections,
      alerts: try alertSettings())
    configuration.quotas = QuotaSettings(
      bytesPerDay: tokenBytesPerDay > 0 ? tokenBytesPerDay : nil,
      requestsPerSecond: tokenRequestsPerSecond > 0 ? tokenRequestsPerSecond : nil)
    configuration.requiresToken = requireToken
    configuration.stopTimeout = .seconds(stopTimeout)
    let server = makeCollectorServer(
      storage: storage, configuration: configuration, logger: logger
    ) { host, port in
      printLine("yoban-collector listening on \(url(host: host, port: port))")
    }
    let group = ServiceGroup(
      configuration: .init(
        services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    do {
      try await group.run()
    } catch {
      fail("cannot serve on \(url(host: host, port: port)): \(error)", .cannotServe)
    }
    // When the process ends, SQLite does not always do this itself.
    if let sqlite = storage as? SQLiteStorage {
      await sqlite.database.eraseDeleted(waiting: .milliseconds(200))
    }
  }

  private static func webhookURL(_ text: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false
    else {
      throw ValidationError(
        "The address of the webhook must be one such as https://example.org/hook.")
    }
    return url
  }

  private func alertSettings() throws -> AlertSettings? {
    let address =
      webhookFile.map { String(decoding: content(of: $0), as: UTF8.self) } ?? webhook
    guard let address else { return nil }
    let secret = webhookSecretFile.map(content(of:))
    return AlertSettings(
      webhook: HTTPWebhook(url: try Self.webhookURL(address), secret: secret),
      silentAfter: .seconds(silentAfter * 60), shortestGap: .seconds(alertGap))
  }

  private func url(host: String, port: Int) -> String {
    host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
  }
}
