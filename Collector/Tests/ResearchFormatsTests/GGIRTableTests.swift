import Testing

@testable import ResearchFormats

@Suite struct GGIRTableTests {
  @Test(
    arguments: [
      (0, 6, "0.000000"), (1_764_018_000_123_456_789, 6, "1764018000.123456"),
      (1_764_018_000_123_456_789, 9, "1764018000.123456789"), (999, 6, "0.000000"),
      (-1, 6, "-0.000001"), (-1_500_000_000, 6, "-1.500000"), (5, 9, "0.000000005"),
      (.max, 9, "9223372036.854775807"), (.min, 9, "-9223372036.854775808"),
      (.min, 6, "-9223372036.854776"), (1_250_000_000, 1, "1.2"),
    ] as [(Int64, Int, String)])
  func `times are exact decimal seconds`(time: Int64, digits: Int, text: String) {
    #expect(DecimalSeconds.text(time, digits: digits) == text)
  }

  @Test(
    arguments: [
      ("g", 0.5, 0.5, 4.903325), ("mg", 500, 0.5, 4.903325), ("m/s²", 9.80665, 1, 9.80665),
      ("m/s^2", 4.903325, 0.5, 4.903325), ("m/s2", 0, 0, 0),
    ])
  func `accelerations are in g or in m per s²`(
    unit: String, value: Double, gravities: Double, metric: Double
  ) throws {
    let acceleration = try #require(Acceleration(unit: unit))
    #expect(acceleration.gravities(value) == gravities)
    #expect(abs(acceleration.metersPerSecondSquared(value) - metric) < 1e-12)
  }

  @Test(arguments: ["", "G", "1/min", "rad/s"])
  func `other units are no acceleration`(unit: String) {
    #expect(Acceleration(unit: unit) == nil)
  }

  @Test func `a sample is a row in g with its real time`() throws {
    var table = GGIRTable(unit: try #require(Acceleration(unit: "m/s²")))
    var text = ""
    table.append(1_764_018_000_000_000_000, [9.80665, -4.903325, 0], to: &text)
    table.append(1_764_018_000_021_000_000, [0, 0, 19.6133], to: &text)
    #expect(text == "1764018000.000000,1.0,-0.5,0.0\n1764018000.021000,0.0,0.0,2.0\n")
    #expect(table.omittedCount == 0)
  }

  @Test func `rows have three values, and times that increase`() {
    var table = GGIRTable(unit: .standardGravity)
    var text = ""
    for (time, axes) in [
      (1_000_000, [1, 2, 3]), (1_000_500, [4, 5, 6]), (2_000_000, [1, .nan, 3]),
      (2_000_000, [1, .infinity, 3]), (2_000_000, [7, 8, 9]), (2_000_000, [7, 8, 9]),
    ] as [(Int64, [Double])] {
      table.append(time, axes, to: &text)
    }
    #expect(text == "0.001000,1.0,2.0,3.0\n0.002000,7.0,8.0,9.0\n")
    #expect(table.omittedCount == 4)
  }

  /// The names are those of read.myacc.csv in wadpac/GGIR 3.3-7, `man/read.myacc.csv.Rd`.
  @Test func `the script gives GGIR the format of the table`() {
    let text = GGIRScript(sampleRate: 50, timeZone: "Europe/Berlin").text
    for argument in [
      "rmc.firstrow.acc = 2", "rmc.col.time = 1", "rmc.col.acc = 2:4",
      "rmc.unit.time = \"UNIXsec\"",
      "rmc.unit.acc = \"g\"", "rmc.sf = 50", "rmc.check4timegaps = TRUE", "rmc.doresample = TRUE",
      "desiredtz = \"Europe/Berlin\"",
    ] {
      #expect(text.contains(argument), "\(argument)")
    }
    #expect(text.count { $0 == "(" } == text.count { $0 == ")" })
  }
}
