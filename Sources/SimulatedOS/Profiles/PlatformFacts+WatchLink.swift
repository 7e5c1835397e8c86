/// The facts about the link between a watch and its phone, by version of watchOS.
enum WatchLinkFacts {
  // MARK: Rates, range (WC7)

  static let bluetoothBytesPerSecond = PlatformFact<Int>(
    "bytes per second over Bluetooth", "WC7", "watchLink.bluetoothBytesPerSecond",
    .always(30_000, .assumed))
  static let wifiBytesPerSecond = PlatformFact<Int>(
    "bytes per second over Wi-Fi", "WC7", "watchLink.wifiBytesPerSecond",
    .always(1_000_000, .assumed))
  static let olderRadioCeiling = PlatformFact<Int>(
    "ceiling of the Bluetooth radio to Series 3, bytes per second", "WC7",
    "watchLink.olderRadioCeiling", .always(125_000, .reported))
  static let radioCeiling = PlatformFact<Int>(
    "ceiling of the Bluetooth radio from Series 4 on, bytes per second", "WC7",
    "watchLink.radioCeiling", .always(250_000, .reported))
  static let bluetoothRange = PlatformFact<Double>(
    "range of the Bluetooth link, m", "WC7", "watchLink.bluetoothRange", .always(10, .assumed))
  static let transferTimeout = PlatformFact<Duration>(
    "until a transfer that cannot be completed fails", "WC8", "watchLink.transferTimeout",
    .always(.seconds(7 * 24 * 3600), .assumed))

  // MARK: Messages (WC2)

  static let messageLatency = PlatformFact<Duration>(
    "a message takes, beside its bytes", "WC2", "watchLink.messageLatency",
    .always(.milliseconds(100), .assumed))
  static let messageReplyTimeout = PlatformFact<Duration>(
    "until a message without an answer fails", "WC2", "watchLink.messageReplyTimeout",
    .always(.seconds(60), .assumed))
  static let messageWake = PlatformFact<Duration>(
    "run time of the phone app for a message", "WC2", "watchLink.messageWake",
    .always(.seconds(30), .assumed))
  static let transferWake = PlatformFact<Duration>(
    "run time of the phone app for what was transferred", "WC5", "watchLink.transferWake",
    .always(.seconds(10), .assumed))
  static let launchesForceQuitApps = PlatformFact<Bool>(
    "the phone app is launched after a force-quit, too", "WC2",
    "watchLink.launchesForceQuitApps", .always(true, .assumed))

  // MARK: Queues, sizes (WC3, WC6)

  static let complicationTransfers = PlatformFact<Int>(
    "complication transfers a day", "WC3", "watchLink.complicationTransfers",
    .always(50, .documented))
  static let hasProgress = PlatformFact<Bool>(
    "a file transfer has its progress", "WC3", "watchLink.hasProgress",
    .always(false, .documented), .since(5, true, .documented))
  static let messageLimit = PlatformFact<Int>(
    "bytes of a message, at most", "WC6", "watchLink.messageLimit", .always(65_536, .reported))
  static let userInfoLimit = PlatformFact<Int>(
    "bytes of a user info, at most", "WC6", "watchLink.userInfoLimit",
    .always(65_536, .reported))
  static let contextLimit = PlatformFact<Int>(
    "bytes of an application context, at most", "WC6", "watchLink.contextLimit",
    .always(262_144, .reported))

  static let rows = PlatformRow.section(
    "Watch link",
    bluetoothBytesPerSecond, wifiBytesPerSecond, olderRadioCeiling, radioCeiling, bluetoothRange,
    transferTimeout, messageLatency, messageReplyTimeout, messageWake, transferWake,
    launchesForceQuitApps, complicationTransfers, hasProgress, messageLimit, userInfoLimit,
    contextLimit)
}
