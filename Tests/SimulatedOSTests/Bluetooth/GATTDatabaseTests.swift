import Foundation
import Testing

@testable import YobanSimulatedRadio
import YobanSimulatedOS

@Suite struct GATTDatabaseTests {
  private static let heart = GATTService(
    "180D",
    [
      GATTCharacteristic("2A37", [.notify]),
      GATTCharacteristic("2A38", [.read], value: Data([1])),
    ])
  private static let battery = GATTService("180F", [GATTCharacteristic("2A19", [.read])])

  /// Every attribute has a handle: the service, then declaration, value and descriptors of each
  /// characteristic (Core Specification, volume 3, part G, 2.5).
  @Test func `handles are consecutive, and a declaration comes before its value`() {
    let database = GATTDatabase([Self.heart, Self.battery])
    #expect(database.services.map(\.handle) == [1, 7])
    #expect(database.services[0].characteristics.map(\.handle) == [3, 6])
    #expect(database.services[0].characteristics[0].descriptors.map(\.handle) == [4])
    #expect(database.services[1].characteristics.map(\.handle) == [9])
  }

  @Test func `a characteristic that can notify gets one subscription descriptor`() {
    let own = GATTDescriptor("2902", value: Data([0, 0]))
    var database = GATTDatabase()
    for properties in [
      GATTCharacteristic.Properties.notify, .indicate, .notifyEncryptionRequired,
      .indicateEncryptionRequired,
    ] {
      for given in [[], [own]] {
        let service = database.add(
          GATTService("1800", [GATTCharacteristic("A001", properties, descriptors: given)]))
        #expect(service.characteristics[0].descriptors.map(\.uuid) == ["2902"])
      }
    }
    let silent = database.add(GATTService("1800", [GATTCharacteristic("A001", [.read])]))
    #expect(silent.characteristics[0].descriptors.isEmpty)
  }

  @Test func `handles of a removed service are not used again`() {
    var database = GATTDatabase([Self.heart, Self.battery])
    #expect(database.remove(1) == true)
    #expect(database.remove(1) == false)
    for handle in AttributeHandle(1)...6 {
      #expect(database.service(handle) == nil)
      #expect(database.characteristic(handle) == nil)
      #expect(database.descriptor(handle) == nil)
    }
    #expect(database.characteristic(9)?.uuid == "2A19")
    let again = database.add(Self.heart)
    #expect(again.handle == 10)
    #expect(database.characteristic(12)?.uuid == "2A37")
    #expect(database.descriptor(13)?.uuid == "2902")
  }

  @Test func `a handle is resolved to its kind of attribute`() {
    let database = GATTDatabase([Self.heart])
    #expect(database.service(1)?.uuid == "180D")
    #expect(database.characteristic(1) == nil)
    #expect(database.characteristic(2) == nil)
    #expect(database.characteristic(4) == nil)
    #expect(database.descriptor(4)?.uuid == "2902")
    #expect(database.descriptor(3) == nil)
    #expect(database.characteristic(with: "2A38")?.handle == 6)
    #expect(database.characteristic(with: "2A39") == nil)
  }

  @Test func `values are set by handle, and unknown handles are ignored`() {
    var database = GATTDatabase([Self.heart])
    let before = database
    database.setValue(Data([9]), of: 99)
    database.setValue(Data([9]), of: 1)
    #expect(database == before)
    database.setValue(Data([9]), of: 6)
    database.setValue(Data([1, 0]), of: 4)
    #expect(database.characteristic(6)?.value == Data([9]))
    #expect(database.descriptor(4)?.value == Data([1, 0]))
    #expect(database.characteristic(3)?.value == nil)
  }

  @Test func `permissions follow from the properties unless they are set`() {
    #expect(GATTCharacteristic("A001", [.read]).permissions == [.readable])
    #expect(GATTCharacteristic("A001", [.write]).permissions == [.writeable])
    #expect(GATTCharacteristic("A001", [.writeWithoutResponse]).permissions == [.writeable])
    #expect(GATTCharacteristic("A001", [.notify]).permissions == [])
    #expect(
      GATTCharacteristic("A001", [.read], permissions: [.readEncryptionRequired]).permissions
        == [.readEncryptionRequired])
  }
}
