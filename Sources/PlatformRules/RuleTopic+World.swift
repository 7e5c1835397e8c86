extension RuleTopic {
  /// The environment of a device.
  static let world = RuleTopic(
    title: "Network and motion sensors",
    page: "world",
    summary: "How fast the simulated network is, and which values motion sensors can have.",
    rules: [
      PlatformRule(
        "NW1", .assumed, versions: "all versions",
        "A simulated device reaches a server in 40 ms there and back, sends 2 MB and receives 10 MB per second.",
        sources: [],
        simulated:
          "Every exchange takes the latency and the time of its bytes. A test sets the numbers, takes the network away, or lets transfers fail.",
        difference:
          "There is no loss of single packets, no change of rate by signal strength, and no cost of a new connection."
      ),
      PlatformRule(
        "MO1", .reported, versions: "measured on an iPhone 12 Pro Max and a Galaxy S25",
        "Values of motion sensors lie on a grid: an iPhone's acceleration is a multiple of 2^-16 g, its rotation rate a multiple of 2^-16 degrees per second.",
        sources: [
          .page(
            "Recordings of the app Sensor Logger, published by their owners on GitHub",
            by: "users of Sensor Logger")
        ],
        details: [
          .init(
            .reported,
            "The Galaxy S25's acceleration is a multiple of 9.80665 times 0.000244 m/s², and its samples come 16.96 ms apart (the median), about 59 per second."
          ),
          .init(
            .reported, "The iPhone's samples came 9.95 ms apart at a requested 100 per second."),
          .init(
            .assumed,
            "What a sensor measures without a recording is a generated motion on the same grid, at the nominal rate."
          ),
        ],
        simulated:
          "Generated motion lies on the grid of an iPhone, or of a Galaxy S25 on an Android phone. A test can play a recording of a real phone instead.",
        difference: "The time between two samples does not vary."),
    ])
}
