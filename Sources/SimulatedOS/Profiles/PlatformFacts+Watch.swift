/// What only a watch has; by version of watchOS.
enum WatchFacts {
  static let frontmost = PlatformFact<Duration>(
    "an app stays frontmost after the wrist went down", "WK1", "watch.frontmost",
    .always(.seconds(120), .documented))

  static let rows = PlatformRow.section("Watch", frontmost)
}
