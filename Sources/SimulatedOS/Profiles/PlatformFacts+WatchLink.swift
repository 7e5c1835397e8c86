/// The link between a watch and its phone; by version of watchOS.
enum WatchLinkFacts {
  static let bluetoothBytesPerSecond = PlatformFact<Int>(
    "bytes per second over Bluetooth", "WC7", "watchLink.bluetoothBytesPerSecond",
    .always(30_000, .assumed))

  static let rows = PlatformRow.section("Watch link", bluetoothBytesPerSecond)
}
