/// The facts about sessions of URLSession.
enum TransferFacts {
  static let firstResumeDelay = PlatformFact<Duration>(
    "wait of a task created in background, doubling with each resume", "FT7",
    "transfer.firstResumeDelay", .always(.seconds(60), .reported))
  static let longestResumeDelay = PlatformFact<Duration>(
    "longest wait of a task created in background", "FT7", "transfer.longestResumeDelay",
    .always(.seconds(60 * 256), .assumed))
  static let eventsLimit = PlatformFact<Duration>(
    "run time for the events of a session", "L12", "transfer.eventsLimit",
    .always(.seconds(30), .assumed))
  static let backgroundTasksAreDiscretionary = PlatformFact<Bool>(
    "a task created in background is discretionary", "FT7",
    "transfer.backgroundTasksAreDiscretionary", .always(true, .documented))
  static let discretionaryBatteryLevel = PlatformFact<Double>(
    "a discretionary transfer needs a charger, or a battery of, from 0 to 1", "FT7",
    "transfer.discretionaryBatteryLevel", .always(0.2, .assumed))
  static let firstRetryDelay = PlatformFact<Duration>(
    "wait after a failed connection, doubling", "FT7", "transfer.firstRetryDelay",
    .always(.seconds(10), .assumed))
  static let longestRetryDelay = PlatformFact<Duration>(
    "longest wait after a failed connection", "FT7", "transfer.longestRetryDelay",
    .always(.seconds(600), .assumed))
  static let resourceTimeout = PlatformFact<Duration>(
    "timeoutIntervalForResource by default", "FT7", "transfer.resourceTimeout",
    .always(.seconds(7 * 24 * 3600), .documented))
  static let requestTimeout = PlatformFact<Duration>(
    "timeoutIntervalForRequest by default", "FT7", "transfer.requestTimeout",
    .always(.seconds(60), .documented))
  static let suspensionFailure = PlatformFact<HTTPExchangeError>(
    "how a transfer of a session in the process fails after a suspension", "FT7",
    "transfer.suspensionFailure", .always(.connectionLost, .assumed))

  static let rows = PlatformRow.section(
    "Background transfers",
    firstResumeDelay, longestResumeDelay, eventsLimit, backgroundTasksAreDiscretionary,
    discretionaryBatteryLevel, firstRetryDelay, longestRetryDelay, resourceTimeout,
    requestTimeout, suspensionFailure)
}
