import Foundation
import Testing

@testable import YobanSimulatedRadio
import YobanSimulatedOS

@Suite struct BluetoothUUIDTests {
  @Test(arguments: [
    ("180D", [0x18, 0x0D] as [UInt8], "180D"), ("180d", [0x18, 0x0D], "180D"),
    ("0000180D", [0, 0, 0x18, 0x0D], "0000180D"), ("FFFFFFFF", [255, 255, 255, 255], "FFFFFFFF"),
    (
      "e7810a71-73ae-499d-8c15-faa9aef0c3f2",
      [
        0xE7, 0x81, 0x0A, 0x71, 0x73, 0xAE, 0x49, 0x9D, 0x8C, 0x15, 0xFA, 0xA9, 0xAE, 0xF0, 0xC3,
        0xF2,
      ], "E7810A71-73AE-499D-8C15-FAA9AEF0C3F2"
    ),
  ])
  func `valid texts are parsed, and written in upper case`(
    text: String, bytes: [UInt8], description: String
  ) throws {
    let uuid = try #require(BluetoothUUID(text))
    #expect([UInt8](uuid.data) == bytes)
    #expect(uuid.description == description)
    #expect(BluetoothUUID(data: Data(bytes)) == uuid)
    #expect(BluetoothUUID(uuid.description) == uuid)
  }

  @Test(arguments: [
    "", "1", "18", "180", "180DA", "180G", "18 D", "+80D", "-80D", "0x18", "１８０Ｄ", "00180D",
    "0000180DX", "E7810A7173AE499D8C15FAA9AEF0C3F2", "E7810A71-73AE-499D-8C15-FAA9AEF0C3F",
    "E7810A71-73AE-499D-8C15-FAA9AEF0C3F2 ", "{7810A71-73AE-499D-8C15-FAA9AEF0C3F2}",
    "E7810A7-173AE-499D-8C15-FAA9AEF0C3F2", "E7810A71-73AE-499D-8C15FFAA9AEF0C3F2",
    "E7810A71--3AE-499D-8C15-FAA9AEF0C3F2", "G7810A71-73AE-499D-8C15-FAA9AEF0C3F2",
  ])
  func `malformed texts are refused`(text: String) { #expect(BluetoothUUID(text) == nil) }

  @Test(arguments: [0, 1, 3, 5, 8, 15, 17])
  func `other numbers of bytes are refused`(count: Int) {
    #expect(BluetoothUUID(data: Data(count: count)) == nil)
  }

  /// The Bluetooth Base UUID is 00000000-0000-1000-8000-00805F9B34FB (Core Specification, volume 3,
  /// part B, 2.5.1).
  @Test func `a UUID equals itself in another length, and has the same hash`() {
    let lengths: [BluetoothUUID] = ["180F", "0000180F", "0000180F-0000-1000-8000-00805F9B34FB"]
    #expect(Set(lengths).count == 1)
    #expect(Set(lengths.map(\.description)).count == 3)
    #expect(Set(lengths.map(\.uuid)) == [UUID(uuidString: "0000180F-0000-1000-8000-00805F9B34FB")])
    #expect(BluetoothUUID(assigned: 0x180F) == lengths[0])
  }

  @Test(
    arguments: [
      "180E", "1000180F", "0000180F-0000-1000-8000-00805F9B34FC",
      "0000180F-0000-1000-8000-00805F9B34FA",
    ] as [BluetoothUUID])
  func `different numbers are different UUIDs`(other: BluetoothUUID) { #expect(other != "180F") }

  @Test func `the bytes of a slice are read from its start index`() {
    let slice = Data([9, 9, 0x18, 0x0D]).dropFirst(2)
    #expect(BluetoothUUID(data: slice) == "180D")
  }
}
