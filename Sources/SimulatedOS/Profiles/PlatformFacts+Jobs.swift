/// The facts about BGTaskScheduler, background fetch, silent pushes and the keep-alive of VoIP
/// apps.
enum JobFacts {
  static let schedulesTasks = PlatformFact<Bool>(
    "BGTaskScheduler", "FT2", "jobs.schedulesTasks",
    .always(false, .documented), .since(13, true, .documented))
  static let continuesTasks = PlatformFact<Bool>(
    "continued processing tasks", "FT5", "jobs.continuesTasks",
    .always(false, .documented), .since(26, true, .documented))
  static let refreshRequests = PlatformFact<Int>(
    "pending refresh requests", "FT2", "jobs.refreshRequests", .always(1, .documented))
  static let processingRequests = PlatformFact<Int>(
    "pending processing requests", "FT2", "jobs.processingRequests", .always(10, .documented))
  static let unregisteredSubmitEnds = PlatformFact<Bool>(
    "a request without a launch handler ends the app", "FT2", "jobs.unregisteredSubmitEnds",
    .always(false, .reported), .since(26, true, .reported))
  static let usageDelay = PlatformFact<ClosedRange<Duration>>(
    "a refresh or fetch comes after the earliest moment by", "FT1", "jobs.usageDelay",
    .always(.seconds(10 * 60)...(.seconds(60 * 60)), .assumed))
  static let rareUseFactor = PlatformFact<Int>(
    "as many times longer if not opened for a day", "FT1", "jobs.rareUseFactor",
    .always(4, .assumed))
  static let fruitlessFetchFactor = PlatformFact<Int>(
    "as many times longer after a fetch without new data", "FT1", "jobs.fruitlessFetchFactor",
    .always(2, .assumed))
  static let forgottenAfter = PlatformFact<Duration>(
    "no refresh or fetch if not opened for", "FT1", "jobs.forgottenAfter",
    .always(.seconds(7 * 24 * 3600), .assumed))
  static let expirationLead = PlatformFact<Duration>(
    "a task's expiration handler before its end", "FT3", "jobs.expirationLead",
    .always(.seconds(5), .assumed))
  static let idleAfter = PlatformFact<Duration>(
    "the device is idle with a dark screen for", "FT4", "jobs.idleAfter",
    .always(.seconds(5 * 60), .assumed))
  static let processingDelay = PlatformFact<ClosedRange<Duration>>(
    "a processing task comes after the earliest moment by", "FT4", "jobs.processingDelay",
    .always(.zero...(.seconds(30 * 60)), .assumed))
  static let processingLimit = PlatformFact<ClosedRange<Duration>>(
    "run time of a processing task", "FT4", "jobs.processingLimit",
    .always(.seconds(3 * 60)...(.seconds(10 * 60)), .assumed))
  static let processingUsedWithin = PlatformFact<Duration>(
    "no processing task if not opened for", "FT4", "jobs.processingUsedWithin",
    .always(.seconds(7 * 24 * 3600), .documented))
  static let processingPatience = PlatformFact<Duration>(
    "a processing task waits for a charger that it does not require", "FT4",
    "jobs.processingPatience", .always(.seconds(24 * 3600), .assumed))
  static let processingAfterForceQuit = PlatformFact<Bool>(
    "processing tasks run after a force-quit", "L16", "jobs.processingAfterForceQuit",
    .always(true, .documented))
  static let processingLimitAfterForceQuit = PlatformFact<Duration>(
    "run time of one after a force-quit, on a charger only", "L16",
    "jobs.processingLimitAfterForceQuit",
    .always(.seconds(60), .assumed))
  static let requestsOutliveReboot = PlatformFact<Bool>(
    "requests outlive a reboot", "FT2", "jobs.requestsOutliveReboot", .always(true, .assumed))
  static let continuedAtOnce = PlatformFact<Int>(
    "continued processing tasks at once", "FT5", "jobs.continuedAtOnce", .always(1, .assumed))
  static let continuedStall = PlatformFact<Duration>(
    "a continued processing task expires without progress for", "FT5", "jobs.continuedStall",
    .always(.seconds(60), .assumed))
  static let fetches = PlatformFact<Bool>(
    "background fetch", "FT1", "jobs.fetches",
    .always(false, .documented), .since(7, true, .documented))
  static let taskIdentifiersDisableFetch = PlatformFact<Bool>(
    "permitted task identifiers switch background fetch off", "FT1",
    "jobs.taskIdentifiersDisableFetch",
    .always(false, .documented), .since(13, true, .documented))
  static let silentPushes = PlatformFact<Bool>(
    "silent pushes", "FT6", "jobs.silentPushes",
    .always(false, .documented), .since(7, true, .documented))
  static let silentPushesPerHour = PlatformFact<Int>(
    "silent pushes within an hour", "FT6", "jobs.silentPushesPerHour", .always(3, .assumed))
  static let lowPriorityDelay = PlatformFact<ClosedRange<Duration>>(
    "a push of priority 5 comes later while the screen is dark by", "FT6",
    "jobs.lowPriorityDelay", .always(.zero...(.seconds(60)), .assumed))
  static let payloadLimit = PlatformFact<Int>(
    "bytes of a push's payload", "FT6", "jobs.payloadLimit",
    .always(256, .reported), .since(8, 2048, .reported), .since(9, 4096, .assumed))
  static let tokenDelay = PlatformFact<ClosedRange<Duration>>(
    "a device token comes after", "FT6", "jobs.tokenDelay",
    .always(.milliseconds(200)...(.seconds(2)), .assumed))
  static let keepsVoIPAlive = PlatformFact<Bool>(
    "the keep-alive handler of a VoIP app is called", "BG8", "jobs.keepsVoIPAlive",
    .always(true, .measured), .since(8, false, .documented))
  static let keepAliveMinimum = PlatformFact<Duration>(
    "shortest interval of a VoIP app's keep-alive", "BG8", "jobs.keepAliveMinimum",
    .always(.seconds(600), .measured))
  static let keepAliveRunTime = PlatformFact<Duration>(
    "run time of a keep-alive handler", "BG8", "jobs.keepAliveRunTime",
    .always(.seconds(10), .documented))

  static let rows = PlatformRow.section(
    "Background jobs",
    schedulesTasks, continuesTasks, refreshRequests, processingRequests, unregisteredSubmitEnds,
    usageDelay, rareUseFactor, fruitlessFetchFactor, forgottenAfter, expirationLead, idleAfter,
    processingDelay,
    processingLimit, processingUsedWithin, processingPatience, processingAfterForceQuit,
    processingLimitAfterForceQuit, requestsOutliveReboot, continuedAtOnce, continuedStall,
    fetches, taskIdentifiersDisableFetch, silentPushes, silentPushesPerHour, lowPriorityDelay,
    payloadLimit, tokenDelay, keepsVoIPAlive, keepAliveMinimum, keepAliveRunTime)
}
