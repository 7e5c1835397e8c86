/// A format in which apps of other developers send their data over HTTP.
///
/// The raw value is the name of the format in routes and the first part of stream names.
public enum ForeignFormat: String, CaseIterable, Hashable, Sendable {
  /// Sensor Logger by Kelvin Choi for iOS and Android, setting "HTTP Push".
  case sensorLogger = "sensor-logger"
  /// Overland GPS Tracker by Aaron Parecki for iOS.
  case overland
  /// OwnTracks for iOS and Android in HTTP mode.
  case ownTracks = "owntracks"
  /// The line protocol of InfluxDB, as Telegraf sends it, version 1 and 2 of the API.
  case influx
}

/// An HTTP answer to an app.
public struct ForeignAnswer: Hashable, Sendable {
  public let status: Int
  /// The value of `Content-Type`; nil if the answer has no body.
  public let contentType: String?
  public let body: String

  public init(status: Int, contentType: String?, body: String) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}

extension ForeignFormat {
  /// The answer after the batch is stored. An app may delete its copy when it receives it.
  ///
  /// Send it only after the transaction has reached the disk, also for a batch that is already
  /// stored and for a batch of which nothing could be used.
  ///
  /// - Sensor Logger: any status 200 (awesome-sensor-logger, `README.md`, "Setting Up Server").
  /// - Overland: exactly this object; with any other body the app keeps the points and sends them
  ///   again (Overland-iOS, `README.md`, "Response").
  /// - OwnTracks: an array of messages for the app, here none (owntracks.org/booklet/tech/http).
  ///   Versions of the Android app before 2.5.9 send a message again after a body of another form
  ///   (owntracks/android issue 2240).
  /// - InfluxDB: 204 without a body (docs.influxdata.com, "Troubleshoot issues writing data").
  public var accepted: ForeignAnswer {
    switch self {
    case .sensorLogger, .overland:
      ForeignAnswer(status: 200, contentType: "application/json", body: #"{"result":"ok"}"#)
    case .ownTracks: ForeignAnswer(status: 200, contentType: "application/json", body: "[]")
    case .influx: ForeignAnswer(status: 204, contentType: nil, body: "")
    }
  }

  /// Returns the answer to a body that is not in the format at all.
  ///
  /// Quarantine the body before sending it, because some apps delete their copy:
  /// - Sensor Logger: the documentation does not mention retries, so every message may be sent only
  ///   once. Status 499 shows the text to the user (awesome-sensor-logger, `README.md`).
  /// - Overland: keeps the points and sends them again (Overland-iOS, `GLManager.m`).
  /// - OwnTracks: the iOS app discards the message after a status 4xx (owntracks/ios issue 665).
  ///   The Android app sends it again after every status outside of 2xx, and later messages wait
  ///   (owntracks/android, `HttpMessageProcessorEndpoint.kt`).
  /// - Telegraf: discards the batch, except after 401, 403, 413 and 429 (telegraf,
  ///   `plugins/outputs/influxdb_v2/http.go`). Its output for version 1 discards it after any 4xx.
  public func refusal(for error: ForeignFormatError) -> ForeignAnswer {
    let status = self == .sensorLogger ? 499 : 400
    return ForeignAnswer(
      status: status, contentType: "text/plain; charset=utf-8", body: error.description)
  }
}
