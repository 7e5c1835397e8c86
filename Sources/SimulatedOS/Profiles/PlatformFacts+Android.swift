/// Android; by API level.
enum AndroidFacts {
  static let startForegroundLimit = PlatformFact<Duration>(
    "startForegroundService until startForeground", "AN1", "android.startForegroundLimit",
    .always(.seconds(5), .documented))

  static let rows = PlatformRow.section("Android", startForegroundLimit)
}
