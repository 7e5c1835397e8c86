import Foundation
import Testing
import YobanTesting

@testable import YobanBluetooth
@testable import YobanSimulatedRadio

@Suite struct BluetoothPolicyTests {
  /// One row of the matrix of BT27: yes (y), no (n), or with AccessorySetupKit only (a).
  struct Row: Sendable {
    var interruption: BluetoothInterruption
    /// On iOS 9, 10, 11, 15, 18 and 26.
    var answers: String
  }

  private static let versions: [SystemVersion] = [9, 10, 11, 15, 18, 26]

  static let matrix: [Row] = [
    Row(interruption: .removedFromMemory, answers: "yyyyyy"),
    Row(interruption: .forceQuit, answers: "nnnnna"),
    Row(interruption: .switchedOffInSettings, answers: "nnnnnn"),
    Row(interruption: .controlCenterButton, answers: "nnnnna"),
    Row(interruption: .airplaneModeKeepingBluetooth, answers: "nnyyyy"),
    Row(interruption: .reboot, answers: "nnyyyy"),
  ]

  @Test(arguments: matrix)
  func `the system relaunches an app exactly where the matrix of BT27 allows it (BT27)`(
    _ row: Row
  ) {
    for (version, answer) in zip(Self.versions, row.answers) {
      let policy = BluetoothPolicy(iOS: version)
      func relaunches(_ hasSetUp: Bool) -> Bool {
        policy.relaunches(after: row.interruption, hasSetUpAccessory: hasSetUp)
      }
      #expect(relaunches(false) == (answer == "y"), "iOS \(version)")
      #expect(relaunches(true) == (answer != "n"), "iOS \(version)")
    }
  }

  @Test func `the matrix has a row for every interruption`() {
    #expect(Self.matrix.map(\.interruption) == BluetoothInterruption.allCases)
  }

  @Test(
    arguments: [
      (9.0, 158, nil, false, false), (10, 185, "Peripheral", false, false),
      (12.4, 185, "Peripheral", false, false), (13, 185, "Always", true, false),
      (15, 185, "Always", true, false), (16.4, 185, "Always", true, false),
      (17, 185, "Always", true, true), (26, 185, "Always", true, true),
    ] as [(SystemVersion, Int, String?, Bool, Bool)])
  func `constants that depend on the version of iOS (BT3, BT13, BT20)`(
    version: SystemVersion, mtu: Int, key: String?, asks: Bool, reconnects: Bool
  ) {
    let policy = BluetoothPolicy(iOS: version)
    #expect(policy.maximumTransmissionUnit == mtu)
    #expect(policy.usageDescriptionKey == key.map { "NSBluetooth\($0)UsageDescription" })
    #expect(policy.asksForPermission == asks)
    #expect(policy.supportsAutoReconnect == reconnects)
  }

  @Test func `constants that no version changes (BT6, BT9, BT16, BT17, BT20, BT21)`() {
    let policy = BluetoothPolicy(iOS: 17)
    #expect(policy.wake == .seconds(8)...(.seconds(9)))  // BT9
    #expect(policy.backgroundScanLatency == .seconds(1)...(.seconds(30)))  // BT6
    #expect(policy.connectionLimit == 12)  // BT16
    #expect(BluetoothPolicy(iOS: 12).connectionLimit == 8)
    #expect(policy.connectionInterval >= .milliseconds(15))  // BT17
    #expect(policy.supervisionTimeout == .milliseconds(720))  // BT17
    #expect(policy.attributeTimeout == .seconds(30))  // BT20
    #expect(policy.longestValue == 512)  // BT21
    #expect(policy.advertisementCapacity == 28)  // BT29
    #expect(policy.scanResponseCapacity == 10)  // BT29
    #expect(policy.backgroundAdvertisingInterval > policy.advertisingInterval)  // BT29
    #expect(
      policy.recommendedIntervals.map { $0.nanoseconds / 1000 } == [
        152_500, 211_250, 318_750, 417_500, 546_250, 760_000, 852_500, 1_022_500, 1_285_000,
      ])  // BT18
  }

  @Test func `each role has its background mode of Info plist (BT8, BT29)`() {
    #expect(BluetoothRole.central.backgroundMode == "bluetooth-central")
    #expect(BluetoothRole.peripheral.backgroundMode == "bluetooth-peripheral")
    let states: [BluetoothState] = [
      .unknown, .resetting, .unsupported, .unauthorized, .poweredOff, .poweredOn,
    ]
    #expect(states.map(\.rawValue) == Array(0...5))  // BT1
    let answers: [BluetoothAuthorization] = [.notDetermined, .restricted, .denied, .allowedAlways]
    #expect(answers.map(\.rawValue) == Array(0...3))  // BT3
  }
}
