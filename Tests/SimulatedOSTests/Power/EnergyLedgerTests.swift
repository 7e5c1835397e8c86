import Testing
import YobanVirtualTime

import YobanSimulatedOS
@testable import YobanSimulatedDevices

/// The energy of uses and transfers, without the simulator. The figures are round numbers, so that each expected
/// value can be computed by hand.
@Suite struct EnergyLedgerTests {
  private static let figures = EnergyFigures(
    powers: [
      .asleep: 10, .awake: 100, .core: 800, .bluetoothReceiver: 20, .advertisements: 80,
      .satellites: 50, .screen: 400,
    ],
    radios: [
      .cellular: .init(
        wake: 300, tail: .seconds(10), tailPower: 1000, sendingPower: 0, receivingPower: 0,
        sentMillion: 13_000, receivedMillion: 4_000),
      .wifi: .init(
        wake: 0, tail: .milliseconds(200), tailPower: 100, sendingPower: 1700,
        receivingPower: 300, sentMillion: 0, receivedMillion: 0),
    ],
    discovery: 4)

  private static func hours(_ count: Double) -> VirtualInstant { .start + .seconds(count * 3600) }

  /// The uses that one source reports from an hour on.
  struct Step: Sendable {
    var at: Double
    var source = "a service"
    var uses: [EnergyUse]
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [Step]
    /// In hours.
    var from = 0.0
    var to = 10.0
    /// In milliwatt-hours, by the app (`-` for the device) and the cause.
    var energies: [String: Double]
  }

  private static func awake(_ app: String, _ cause: String = "awake") -> EnergyUse {
    EnergyUse(app, cause, .awake)
  }

  static let rows: [Row] = [
    Row(
      testDescription: "10 h asleep at 10 mW",
      steps: [Step(at: 0, uses: [EnergyUse(nil, "asleep", .asleep)])],
      energies: ["- asleep": 100]),
    Row(
      testDescription: "a use ends when its source reports others",
      steps: [
        Step(at: 1, uses: [awake("A")]), Step(at: 3, uses: []),
        Step(at: 5, uses: [awake("A", "again")]), Step(at: 6, uses: []),
      ],
      energies: ["A awake": 200, "A again": 100]),
    Row(
      testDescription: "two apps share the processor in the hour in which both keep it awake",
      steps: [
        Step(at: 0, uses: [awake("A")]), Step(at: 1, uses: [awake("A"), awake("B")]),
        Step(at: 2, uses: []),
      ],
      energies: ["A awake": 150, "B awake": 50]),
    Row(
      testDescription: "a source leaves the uses of another one alone",
      steps: [
        Step(at: 0, source: "one", uses: [awake("A")]),
        Step(at: 4, source: "two", uses: [EnergyUse("A", "GPS", .satellites)]),
        Step(at: 8, source: "one", uses: []),
      ],
      energies: ["A awake": 800, "A GPS": 300]),
    Row(
      testDescription: "a receiver that two apps want for 1.5 of the time is on for all of it",
      steps: [
        Step(
          at: 0,
          uses: [
            EnergyUse("A", "scan", .bluetoothReceiver),
            EnergyUse("B", "scan", .bluetoothReceiver, level: 0.5),
          ]), Step(at: 3, uses: []),
      ],
      energies: ["A scan": 40, "B scan": 20]),
    Row(
      testDescription: "a connection with 3 of 30 ms uses a tenth of the receiver",
      steps: [
        Step(at: 0, uses: [EnergyUse("A", "connection", .bluetoothReceiver, level: 0.1)])
      ],
      energies: ["A connection": 20]),
    Row(
      testDescription: "two busy cores use twice as much as one",
      steps: [
        Step(at: 0, uses: [EnergyUse("A", "busy", .core, level: 2)]), Step(at: 1, uses: []),
      ],
      energies: ["A busy": 1600]),
    Row(
      testDescription: "between two times only their time counts",
      steps: [
        Step(at: 0, uses: [awake("A")]), Step(at: 4, uses: [awake("B")]), Step(at: 9, uses: []),
      ], from: 2, to: 5, energies: ["A awake": 200, "B awake": 100]),
    Row(
      testDescription: "a figure that a device does not have costs nothing",
      steps: [Step(at: 0, uses: [EnergyUse("A", "pulse", .heartRate)])], energies: [:]),
  ]

  @Test(arguments: rows)
  func `energy is power times time, and a part that is on once is shared (EN1)`(_ row: Row) {
    var ledger = EnergyLedger()
    for step in row.steps { ledger.set(step.uses, by: step.source, at: Self.hours(step.at)) }
    let energies = ledger.energies(
      from: Self.hours(row.from), to: Self.hours(row.to), Self.figures)
    #expect(Set(energies.map(Self.name)) == Set(row.energies.keys))
    for energy in energies {
      let expected = row.energies[Self.name(energy)] ?? 0
      #expect(abs(energy.milliwattHours - expected) < 1e-6, "\(Self.name(energy))")
    }
  }

  private static func name(_ energy: EnergyEstimate.Cause) -> String {
    "\(energy.app ?? "-") \(energy.name)"
  }

  @Test func `the same uses again are no change`() {
    var ledger = EnergyLedger()
    for hour in 0..<5 { ledger.set([Self.awake("A")], by: "one", at: Self.hours(Double(hour))) }
    #expect(ledger.changes.count == 1)
    ledger.set([], by: "another", at: Self.hours(6))
    #expect(ledger.changes.count == 1)
  }

  // MARK: Transfers

  struct Transfers: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// In seconds.
    var times: [(from: Double, until: Double)]
    var radio = BatteryRadio.cellular
    /// In millijoules: of the bytes, of which each transfer sends a million, and of the radio beside them.
    var bytes: Double
    var radioBeside: Double
  }

  static let transfers: [Transfers] = [
    Transfers(
      testDescription: "one: woken, and on for 10 s", times: [(100, 101)], bytes: 13_000,
      radioBeside: 300 + 10_000),
    Transfers(
      testDescription: "two, far apart: twice as much", times: [(100, 101), (200, 201)],
      bytes: 26_000, radioBeside: 2 * (300 + 10_000)),
    Transfers(
      testDescription: "4 s apart: woken once, and on for 4 and for 10 s",
      times: [(100, 101), (105, 106)], bytes: 26_000, radioBeside: 300 + 4_000 + 10_000),
    Transfers(
      testDescription: "at the same time: woken once, and on for 10 s",
      times: [(100, 110), (105, 108)], bytes: 26_000, radioBeside: 300 + 10_000),
    Transfers(
      testDescription: "10 s apart: the radio has just gone off", times: [(100, 101), (111, 112)],
      bytes: 26_000, radioBeside: 2 * (300 + 10_000)),
    Transfers(
      testDescription: "over Wi-Fi for 2 s: 1700 mW, then 0.2 s of 100 mW", times: [(100, 102)],
      radio: .wifi, bytes: 3_400, radioBeside: 20),
  ]

  @Test(arguments: transfers.indices)
  func `transfers that follow each other wake the radio once (EN4)`(_ index: Int) {
    let row = Self.transfers[index]
    var ledger = EnergyLedger()
    for time in row.times.sorted(by: { $0.until < $1.until }) {
      let length = Duration.seconds(time.until - time.from)
      ledger.add(
        EnergyBurst(
          "A", over: row.radio, from: .start + .seconds(time.from),
          until: .start + .seconds(time.until), sent: 1_000_000, received: 0, sending: length,
          receiving: .zero))
    }
    let energies = ledger.energies(from: .start, to: Self.hours(1), Self.figures)
    func millijoules(_ text: String) -> Double {
      energies.filter { $0.name.contains(text) }.reduce(0) { $0 + $1.milliwattHours * 3600 }
    }
    #expect(abs(millijoules("bytes") - row.bytes) < 1e-6, "\(row.testDescription)")
    #expect(abs(millijoules("before and after") - row.radioBeside) < 1e-6, "\(row.testDescription)")
  }

  @Test func `a transfer counts where it ends, also received bytes`() {
    var ledger = EnergyLedger()
    ledger.add(
      EnergyBurst(
        "A", over: .cellular, from: .start + .seconds(3590), until: .start + .seconds(3610),
        sent: 0, received: 500_000, sending: .zero, receiving: .seconds(1)))
    #expect(ledger.energies(from: .start, to: Self.hours(1), Self.figures).isEmpty)
    let sum = ledger.energies(from: Self.hours(1), to: Self.hours(2), Self.figures)
      .reduce(0) { $0 + $1.milliwattHours }
    #expect(abs(sum * 3600 - (2_000 + 300 + 10_000)) < 1e-6)
  }

  @Test func `each advertisement that passes a filter costs the same (EN2)`() {
    var ledger = EnergyLedger()
    for second in 0..<900 { ledger.discovered("A", at: .start + .seconds(second)) }
    #expect(ledger.discoveries.count == 15)
    let sum = ledger.energies(from: .start, to: Self.hours(1), Self.figures)
      .reduce(0) { $0 + $1.milliwattHours }
    #expect(abs(sum - 1) < 1e-9)  // 900 times 4 mJ
  }

  // MARK: Advice

  private static func advice(
    _ ledger: EnergyLedger, of names: [String]? = nil
  ) -> [Finding.Kind] {
    EnergyAdvice(ledger, from: .start, to: hours(10), figures, 1000).findings(of: names)
      .map(\.kind)
  }

  struct Advice: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var uses: [EnergyUse]
    var hours: Double
    var kinds: [Finding.Kind]
  }

  private static let unfiltered = [
    EnergyUse("A", "Bluetooth: scan", .bluetoothReceiver), EnergyUse("A", "all", .advertisements),
  ]
  private static let lock = EnergyUse("A", "processor awake: wake lock night", .awake)

  static let advices: [Advice] = [
    Advice(
      testDescription: "an unfiltered scan of an hour", uses: unfiltered, hours: 1,
      kinds: [.energyScanUnfiltered]),
    Advice(
      testDescription: "an unfiltered scan of 20 min", uses: unfiltered, hours: 1.0 / 3, kinds: []),
    Advice(
      testDescription: "a filtered scan in front of an hour",
      uses: [EnergyUse("A", "Bluetooth: scan", .bluetoothReceiver)], hours: 1,
      kinds: [.energyScanEndless]),
    Advice(
      testDescription: "a filtered scan in background of an hour",
      uses: [EnergyUse("A", "Bluetooth: scan", .bluetoothReceiver, level: 0.1)], hours: 1, kinds: []
    ),
    Advice(
      testDescription: "a connection of an hour",
      uses: [EnergyUse("A", "Bluetooth: connection to strap", .bluetoothReceiver)], hours: 1,
      kinds: []),
    Advice(
      testDescription: "GPS of an hour", uses: [EnergyUse("A", "GPS", .satellites)], hours: 1,
      kinds: [.energyLocationEndless]),
    Advice(
      testDescription: "a wake lock without work", uses: [lock], hours: 1,
      kinds: [.energyWakeLockIdle]),
    Advice(
      testDescription: "a wake lock with a sensor",
      uses: [lock, EnergyUse("A", "sensors", .motionSensors)], hours: 1, kinds: []),
    Advice(
      testDescription: "two wake locks of 6 min at once", uses: [lock, lock], hours: 0.1, kinds: []),
    Advice(
      testDescription: "a wake lock with a job",
      uses: [lock, EnergyUse("A", "processor awake: job", .awake)], hours: 1, kinds: []),
    Advice(
      testDescription: "the device itself", uses: [EnergyUse(nil, "GPS", .satellites)], hours: 1,
      kinds: []),
  ]

  @Test(arguments: advices)
  func `advice names what goes on too long (EN1, EN2, EN3)`(_ row: Advice) {
    var ledger = EnergyLedger()
    ledger.set(row.uses, by: "one", at: Self.hours(1))
    ledger.set([], by: "one", at: Self.hours(1 + row.hours))
    #expect(Self.advice(ledger) == row.kinds)
    #expect(Self.advice(ledger, of: ["B"]).isEmpty)
  }

  @Test(arguments: [
    (12, 300, 1_000, true), (12, 300, 200_000, false), (9, 300, 1_000, false),
    // The radio is still on when the next one begins.
    (12, 2, 1_000, false),
  ])
  func `many small transfers that wake a mobile radio are worth advice (EN4)`(
    count: Int, seconds: Int, bytes: Int, isFound: Bool
  ) {
    var ledger = EnergyLedger()
    for i in 0..<count {
      let from = VirtualInstant.start + .seconds(i * seconds)
      ledger.add(
        EnergyBurst(
          "A", over: .cellular, from: from, until: from + .seconds(1), sent: Int64(bytes),
          received: 0, sending: .seconds(1), receiving: .zero))
    }
    #expect(Self.advice(ledger) == (isFound ? [.energySmallTransfers] : []))
  }
}
