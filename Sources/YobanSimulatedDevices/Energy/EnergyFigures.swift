import YobanPlatformProfiles
import YobanVirtualTime

/// The figures of one device with which a ledger becomes energy. All powers are in milliwatts, at the battery.
package struct EnergyFigures: Sendable, Hashable {
  /// A radio that must be woken for a transfer, and stays on for a while afterwards (EN4).
  package struct Radio: Sendable, Hashable {
    /// In millijoules.
    package var wake: Double
    package var tail: Duration
    package var tailPower: Double
    package var sendingPower: Double
    package var receivingPower: Double
    /// In millijoules per million bytes, in addition to the powers.
    package var sentMillion: Double
    package var receivedMillion: Double
  }

  package var powers: [EnergyConsumer: Double]
  package var radios: [BatteryRadio: Radio]
  /// In millijoules, for each advertisement that passes the filter of a scan.
  package var discovery: Double

  package func power(of consumer: EnergyConsumer) -> Double { powers[consumer] ?? 0 }
}

extension EnergyPolicy {
  /// The figures of a device of a platform.
  package func figures(of platform: Platform) -> EnergyFigures {
    var powers: [EnergyConsumer: Double] = [
      .awake: awake, .core: core, .bluetoothReceiver: bluetoothReceiving,
      .advertisements: advertisements, .satellites: satellites, .motionSensors: motionSensors,
      .audio: audio,
    ]
    switch platform {
    case .iOS: (powers[.asleep], powers[.screen]) = (phoneAsleep, phoneScreen)
    case .android: (powers[.asleep], powers[.screen]) = (pixelAsleep, pixelScreen)
    case .watchOS:
      // The hours that Apple states for a watch include its display, so that it has no figure of its own (EN6).
      (powers[.asleep], powers[.awake], powers[.core]) = (watchAsleep, watchAwake, watchCore)
      (powers[.heartRate], powers[.satellites]) = (watchHeartRate, watchSatellites)
    }
    return EnergyFigures(
      powers: powers,
      radios: [
        .cellular: .init(
          wake: cellularWake, tail: cellularTail, tailPower: cellularTailPower, sendingPower: 0,
          receivingPower: 0, sentMillion: cellularSent, receivedMillion: cellularReceived),
        .wifi: .init(
          wake: 0, tail: wifiTail, tailPower: wifiListening, sendingPower: wifiSending,
          receivingPower: wifiReceiving, sentMillion: 0, receivedMillion: 0),
        .bluetooth: .init(
          wake: 0, tail: .zero, tailPower: 0, sendingPower: bluetoothSending,
          receivingPower: bluetoothReceiving, sentMillion: 0, receivedMillion: 0),
      ],
      discovery: discovery)
  }

  /// The energy of a full battery of a model, in milliwatt-hours.
  package func battery(of hardware: Hardware) -> Double {
    switch hardware {
    case .phone(.iPhone4S): iPhone4S
    case .phone(.iPhone5S): iPhone5S
    case .phone(.iPhone7): iPhone7
    case .phone(.iPhone12): iPhone12
    case .phone(.iPhone16): iPhone16
    case .watch(.series3): series3
    case .watch(.series4): series4
    case .watch(.series6): series6
    case .watch(.series9): series9
    case .watch(.series10): series10
    case .watch(.ultra): ultra
    case .android: pixel7
    }
  }
}
