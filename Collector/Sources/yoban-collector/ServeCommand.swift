import ArgumentParser
import CYobanMemory
import Collector
import CollectorPostgres
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
    guard webhook != nil || webhookSecretFile == nil else {
      throw ValidationError("--webhook-secret-file is used only together with --webhook.")
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

    let storage = await database.open(databaseBytesMax: maxDatabaseBytes)
    if let postgres = storage as? PostgresStorage, !postgres.database.hasSynchronousStandby {
      logger.warning(
        "PostgreSQL has no synchronous standby: a receipt survives a crash of the database server, but not the loss of its disk"
      )
    }
    let server = makeCollectorServer(
      storage: storage,
      configuration: CollectorConfiguration(
        host: host, port: port, chunkBytesMax: maxChunkBytes,
        requestTimeout: .seconds(requestTimeout), connectionsMax: maxConnections,
        alerts: try alertSettings()),
      logger: logger
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
  }

  private static func webhookURL(_ text: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false
    else {
      throw ValidationError("--webhook must be an address such as https://example.org/hook.")
    }
    return url
  }

  private func alertSettings() throws -> AlertSettings? {
    guard let webhook else { return nil }
    var secret: [UInt8]?
    if let file = webhookSecretFile {
      guard var bytes = FileManager.default.contents(atPath: file).map([UInt8].init) else {
        fail("cannot read the file \(file)", .cannotServe)
      }
      while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
      guard !bytes.isEmpty else { fail("the file \(file) has no key", .cannotServe) }
      secret = bytes
    }
    return AlertSettings(
      webhook: HTTPWebhook(url: try Self.webhookURL(webhook), secret: secret),
      silentAfter: .seconds(silentAfter * 60), shortestGap: .seconds(alertGap))
  }

  private func url(host: String, port: Int) -> String {
    host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
  }
}
