import Testing

@testable import YobanSimulatedDevices
import YobanSimulatedOS
@testable import YobanSimulatedAndroid

@Suite struct BluetoothAccessTests {
  typealias Permissions = BluetoothAccess.Permissions

  struct Row: Sendable {
    var api: Int
    var has: Permissions
    var isLocationOn = true
    var scan: BluetoothAccess.Scan
  }

  static let rows: [Row] = [
    Row(api: 30, has: Permissions(), scan: .refused("BLUETOOTH_ADMIN")),
    Row(api: 30, has: Permissions(hasAdmin: true), scan: .withheld),
    Row(api: 30, has: Permissions(hasAdmin: true, hasCoarseLocation: true), scan: .withheld),
    Row(api: 28, has: Permissions(hasAdmin: true, hasCoarseLocation: true), scan: .allowed),
    Row(api: 30, has: Permissions(hasAdmin: true, hasFineLocation: true), scan: .allowed),
    Row(
      api: 30, has: Permissions(hasAdmin: true, hasFineLocation: true), isLocationOn: false,
      scan: .withheld),
    // Permissions of newer levels do not help on older ones, nor the reverse.
    Row(
      api: 30, has: Permissions(hasScan: true, isNeverForLocation: true),
      scan: .refused("BLUETOOTH_ADMIN")),
    Row(
      api: 31, has: Permissions(hasAdmin: true, hasFineLocation: true),
      scan: .refused("BLUETOOTH_SCAN")),
    Row(api: 31, has: Permissions(hasScan: true), scan: .withheld),
    Row(api: 31, has: Permissions(hasScan: true, hasFineLocation: true), scan: .allowed),
    Row(api: 36, has: Permissions(hasScan: true, isNeverForLocation: true), scan: .allowed),
    Row(
      api: 36, has: Permissions(hasScan: true, isNeverForLocation: true), isLocationOn: false,
      scan: .allowed),
  ]

  @Test(arguments: rows)
  func
    `results need fine location before 31, BLUETOOTH_SCAN and fine location after, unless neverForLocation (AN15)`(
      _ row: Row
    )
  {
    #expect(
      BluetoothAccess.scan(api: row.api, row.has, isLocationOn: row.isLocationOn) == row.scan)
  }

  @Test func `a connection needs BLUETOOTH before 31 and BLUETOOTH_CONNECT after (AN15)`() {
    let (old, new) = (Permissions(hasLegacyBluetooth: true), Permissions(hasConnect: true))
    #expect(BluetoothAccess.missingToConnect(api: 30, old) == nil)
    #expect(BluetoothAccess.missingToConnect(api: 30, new) == "BLUETOOTH")
    #expect(BluetoothAccess.missingToConnect(api: 31, new) == nil)
    #expect(BluetoothAccess.missingToConnect(api: 31, old) == "BLUETOOTH_CONNECT")
  }

  @Test func `only one GATT operation is outstanding at a time (AN15)`() {
    var turn = GattTurn()
    var begun = [turn.begin(), turn.begin()]
    turn.finished()
    begun.append(turn.begin())
    #expect(begun == [true, false, true])
  }

  @Test(arguments: [26, 30, 31, 37])
  func `the loss of a peer is noticed later than on iOS (AN15)`(api: Int) {
    #expect(AndroidBluetoothPolicy(api: SystemVersion(api)).supervisionTimeout == .seconds(5))
  }
}
