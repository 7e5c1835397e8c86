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
      PlatformRule(
        "MO2", .documented, versions: "all versions",
        "The magnetometer of CMMotionManager measures the earth's magnetic field plus the fields of the device and its surroundings, in microteslas along the device's axes.",
        sources: [.page("CMMagnetometerData.magneticField", by: "Apple")],
        details: [
          .init(
            .reported,
            "An Apple Watch has a compass since Series 5.",
            [
              .page(
                "Apple Watch Bands Featuring Magnetic Fasteners May Cause Interference With Apple Watch Series 5 Compass Function",
                by: "MacTrast")
            ]),
          .init(
            .assumed,
            "Every simulated iPhone has a magnetometer. Values are multiples of 2^-16 microteslas, at the rate of the other sensors. The noise is 0.4 microteslas at most. A start on a device without a magnetometer has no effect."
          ),
        ],
        simulated:
          "The magnetometer measures the field of Tokyo (30 microteslas along the ground, 35 into it) and noise. It has the postures of the generated accelerometer, and in each posture points in another direction of the compass. On a watch before Series 5 a start has no effect, and a finding says so. A recording that is played instead of generated motion has no magnetometer, so that its values are generated.",
        difference:
          "The device and its surroundings have no field of their own, so that nothing needs to be calibrated. The direction is not that of CLHeading. Device motion does not use the magnetometer."
      ),
    ])
}
