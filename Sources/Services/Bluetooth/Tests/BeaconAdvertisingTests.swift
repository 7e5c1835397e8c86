import CoreBluetooth
import CoreLocation
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanBluetooth
@testable import YobanSimulatedRadio

/// A phone that advertises as an iBeacon (BT29).
@Suite struct BeaconAdvertisingTests {
  private static let beacon = IBeacon(
    uuid: UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!, major: 1, minor: 2)

  /// Plays an app whose first manager advertises a beacon, and whose optional second manager
  /// advertises services.
  private func play(
    modes: [String], withServices: Bool = false,
    _ scenario: @escaping @Sendable (Phone, InstalledApp) async throws -> Void
  ) async throws {
    let publisher = Publisher.app(modes: modes) { publisher, event in
      guard event.isPoweredOn else { return }
      let region = CLBeaconRegion(
        uuid: Self.beacon.uuid, major: Self.beacon.major, minor: Self.beacon.minor,
        identifier: "door")
      publisher.manager.startAdvertising(
        region.peripheralData(withMeasuredPower: NSNumber(value: Self.beacon.measuredPower))
          as? [String: Any])
      if withServices {
        Publisher { other, event in
          if event.isPoweredOn { other.advertise(["A100"]) }
        }
      }
    }
    _ = try await withTwoPhones { phone, _ in
      let app = try phone.installAllowed(publisher)
      await phone.open(app)
      try await sleep(5)
      try await scenario(phone, app)
    }
  }

  @Test(arguments: [[], ["bluetooth-peripheral"]])
  func `a beacon is advertised in foreground, and nothing in background (BT29)`(_ modes: [String])
    async throws
  {
    try await play(modes: modes) { phone, app in
      let sent = try #require(phone.bluetooth.role.advertising)
      #expect(IBeacon(manufacturerData: sent.data.manufacturerData) == Self.beacon)
      #expect(sent.data.manufacturerData?.count == 25)
      #expect(!sent.data.isConnectable && sent.data.services.isEmpty)
      #expect(sent.data.localName == nil && sent.data.overflowServices.isEmpty)
      await phone.goHome()
      try await minutes(1)
      #expect(phone.bluetooth.role.advertising == nil)
      await phone.open(app)
      #expect(phone.bluetooth.role.advertising == sent)
      phone.bluetooth.switchOff(by: .settings)
      #expect(phone.bluetooth.role.advertising == nil)
    }
  }

  @Test func `in background another manager's services are advertised, without the beacon (BT29)`()
    async throws
  {
    try await play(modes: ["bluetooth-peripheral"], withServices: true) { phone, _ in
      let sent = try #require(phone.bluetooth.role.advertising)
      #expect(IBeacon(manufacturerData: sent.data.manufacturerData) == Self.beacon)
      #expect(sent.data.services == ["A100"] && sent.data.isConnectable)
      await phone.goHome()
      try await minutes(1)
      let later = try #require(phone.bluetooth.role.advertising)
      #expect(later.data.manufacturerData == nil && later.data.isConnectable)
      #expect(later.data.overflowServices == ["A100"] && later.data.services.isEmpty)
    }
  }

  @Test func `a beacon's data has exactly 21 bytes (BT29)`() {
    #expect(IBeacon(payload: Self.beacon.payload) == Self.beacon)
    #expect(Self.beacon.payload.count == 21)
    for count in [0, 20, 22] { #expect(IBeacon(payload: Data(count: count)) == nil) }
  }
}
