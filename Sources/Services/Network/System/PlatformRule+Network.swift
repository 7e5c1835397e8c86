import YobanPlatformProfiles

extension [PlatformRule] {
  package static let network: Self = [
    .nw1, .nw2,
  ]
}

extension PlatformRule {
  public static let nw1 = PlatformRule(
    "NW1", .world, .assumed, versions: "all versions",
    "A simulated device reaches a server in 40 ms there and back, sends 2 MB and receives 10 MB per second.",
    sources: [],
    simulated:
      "Every exchange takes the latency and the time of its bytes. A test sets the numbers, takes the network away, or lets transfers fail.",
    difference:
      "There is no loss of single packets, no change of rate by signal strength, and no cost of a new connection."
  )

  public static let nw2 = PlatformRule(
    "NW2", .world, .documented, versions: "iOS 12 and later",
    "A path monitor tells an app about the network after its start and after each change.",
    sources: [
      .page(
        "NWPathMonitor", by: "Apple",
        at: "https://developer.apple.com/documentation/network/nwpathmonitor")
    ],
    details: [
      .init(
        .documented, "A cellular path is expensive, a path in Low Data Mode is constrained."),
      .init(.assumed, "Before the start, the current path is unsatisfied."),
      .init(
        .assumed,
        "A suspended app receives nothing; when it is resumed, it receives the newest path if that differs from the last one that it received."
      ),
    ],
    simulated:
      "NWPathMonitor reports the path that a test sets: Wi-Fi, cellular or none, and Low Data Mode.",
    difference:
      "A path has one interface: a phone on Wi-Fi does not list its cellular one. There is no Personal Hotspot, which is expensive too."
  )
}
