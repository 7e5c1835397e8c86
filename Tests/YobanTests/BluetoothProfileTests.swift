import Foundation
import Testing

@testable import Yoban

@Suite struct BluetoothProfileTests {
  // MARK: Identifiers

  static let full = "A495FF20-C5B1-4B44-B512-1370F02D74DE"

  @Test(arguments: [
    ("180D", "180D"), ("180d", "180D"), ("0000180D", "180D"), ("0001180D", "0001180D"),
    ("0000180D-0000-1000-8000-00805F9B34FB", "180D"), (full, full), (full.lowercased(), full),
  ])
  func `an identifier is written in its shortest form`(text: String, short: String) throws {
    let identifier = try #require(AttributeIdentifier(text))
    #expect(identifier.description == short)
    #expect(identifier == AttributeIdentifier(short))
    #expect(identifier.hashValue == AttributeIdentifier(short)?.hashValue)
  }

  @Test(arguments: [
    "", "18", "180D ", "180G", "+80D", "-80D", "0x180D", "180D-", String(full.dropLast()),
    full.replacingOccurrences(of: "-", with: ""), "A495FF20-C5B1-4B44-B5121-370F02D74DE",
  ])
  func `text that is not an identifier is rejected`(text: String) {
    #expect(AttributeIdentifier(text) == nil)
  }

  @Test func `different numbers are different identifiers`() {
    #expect(AttributeIdentifier("180D") != "180F")
    #expect(AttributeIdentifier("180D") != "0001180D")
    #expect(AttributeIdentifier("180D") != "0000180D-0000-1000-8000-00805F9B34FC")
  }

  // MARK: Profiles

  static let scratch = Characteristic(
    Data.self, "A495FF21-C5B1-4B44-B512-1370F02D74DE", in: "A495FF20-C5B1-4B44-B512-1370F02D74DE")

  @Test func `a profile lists the characteristics of its services in their order`() {
    let profile = AccessoryProfile(
      name: "bean", advertises: ["A495FF10-C5B1-4B44-B512-1370F02D74DE"],
      services: [.battery, ServiceProfile(Self.scratch)])
    #expect(
      profile.characteristics.map(\.path) == [
        Characteristic.batteryLevel.path, Self.scratch.path,
      ])
  }

  /// Bluetooth Assigned Numbers, sections 3.4 and 3.8.
  @Test(arguments: [
    (ServiceProfile.battery, "180F", ["2A19"]),
    (.heartRate, "180D", ["2A37", "2A38", "2A39"]),
    (
      .deviceInformation, "180A",
      ["2A29", "2A24", "2A25", "2A27", "2A26", "2A28", "2A23", "2A50", "2A2A"]
    ),
    (.currentTime, "1805", ["2A2B", "2A0F", "2A14"]),
  ])
  func `the standard services have the assigned numbers`(
    service: ServiceProfile, identifier: String, characteristics: [String]
  ) {
    #expect(service.identifier.description == identifier)
    #expect(
      service.characteristics.map(\.path.characteristic.description) == characteristics)
  }

  @Test func `an optional service requires nothing`() {
    #expect(ServiceProfile.heartRate.isRequired)
    #expect(!ServiceProfile.heartRate.optional.isRequired)
    #expect(!ServiceProfile.deviceInformation.isRequired)
  }

  @Test func `a value is read as the type of its characteristic and as no other type`() throws {
    let characteristic = Characteristic.heartRateMeasurement
    let bytes = Data([0, 72])
    let value = ReceivedValue(
      path: characteristic.path, bytes: bytes, uptime: 1,
      decoded: try CharacteristicProfile(characteristic).decode(bytes))
    #expect(value[.heartRateMeasurement]?.beatsPerMinute == 72)
    #expect(value[.batteryLevel] == nil)
    let other = Characteristic(Data.self, "2A37", in: "180D")
    #expect(value[other] == nil)
  }
}
