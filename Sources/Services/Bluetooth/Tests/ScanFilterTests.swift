import Testing
import YobanTesting

@testable import YobanBluetooth
@testable import YobanSimulatedRadio

@Suite struct ScanFilterTests {
  struct Row: Sendable {
    var advertised: [BluetoothUUID] = []
    var overflow: [BluetoothUUID] = []
    var solicits: [BluetoothUUID] = []
    var asked: [BluetoothUUID]?
    var asksSolicited: [BluetoothUUID] = []
    var matches: Bool
  }

  @Test(arguments: [
    Row(asked: nil, matches: true), Row(asked: [], matches: true),
    Row(asked: ["180D"], matches: false),
    Row(advertised: ["180D"], asked: nil, matches: true),
    Row(advertised: ["180D"], asked: ["180D"], matches: true),
    Row(advertised: ["180D"], asked: ["180F", "180D"], matches: true),
    Row(advertised: ["180D"], asked: ["0000180D"], matches: true),
    Row(advertised: ["180D", "180F"], asked: ["180A"], matches: false),
    Row(overflow: ["180D"], asked: ["180D"], matches: true),
    Row(overflow: ["180D"], asked: nil, matches: true),
    Row(solicits: ["1805"], asked: nil, asksSolicited: ["1805"], matches: true),
    Row(solicits: ["1805"], asked: ["180D"], asksSolicited: ["1805"], matches: true),
    Row(solicits: ["1805"], asked: nil, asksSolicited: ["1806"], matches: false),
    Row(advertised: ["1805"], asked: nil, asksSolicited: ["1805"], matches: false),
    Row(advertised: ["180D"], asked: ["180D"], asksSolicited: ["1805"], matches: true),
  ])
  func `a scan reports only what it asked for (BT5, BT29)`(_ row: Row) {
    var data = AdvertisementData(services: row.advertised)
    data.overflowServices = row.overflow
    data.solicitedServices = row.solicits
    #expect(data.matches(services: row.asked, solicited: row.asksSolicited) == row.matches)
  }

  @Test func `from the overflow area a scan sees only the services that it asked for (BT29)`() {
    var data = AdvertisementData(services: ["180D"], localName: "Strap")
    data.overflowServices = ["A001", "A002"]
    #expect(data.reported(toScanFor: nil).overflowServices == [])
    #expect(data.reported(toScanFor: ["180D"]).overflowServices == [])
    #expect(data.reported(toScanFor: ["A002", "180D"]).overflowServices == ["A002"])
    #expect(data.reported(toScanFor: ["A002"]).services == ["180D"])
    #expect(data.reported(toScanFor: ["A002"]).localName == "Strap")
    let plain = AdvertisementData(services: ["180D"])
    #expect(plain.reported(toScanFor: ["180D"]) == plain)
  }

  @Test func `the overflow area is Apple's manufacturer data with one bit per service (BT29)`() {
    let services: [BluetoothUUID] = ["A001", "A002", "180D"]
    for count in 0...3 {
      let chosen = Array(services.prefix(count))
      let data = [UInt8](OverflowArea(chosen).manufacturerData)
      #expect(data.count == 3 + 16)
      #expect(Array(data.prefix(3)) == [0x4C, 0x00, 0x01])
      let bits = data.dropFirst(3).reduce(0) { $0 + $1.nonzeroBitCount }
      #expect(bits == Set(chosen.map(OverflowArea.bit)).count)
      for service in chosen { #expect(OverflowArea(chosen).mayContain(service)) }
    }
  }

  @Test func `a scan also sees a service with the same bit, but not one with another bit (BT29)`()
    throws
  {
    let bit = OverflowArea.bit(of: "180D")
    let others = (UInt16(0xA000)...0xAFFF).map { BluetoothUUID(assigned: $0) }
    let twin = try #require(others.first { OverflowArea.bit(of: $0) == bit })
    let stranger = try #require(others.first { OverflowArea.bit(of: $0) != bit })
    #expect(OverflowArea(["180D"]).mayContain(twin))
    #expect(!OverflowArea(["180D"]).mayContain(stranger))
  }

  @Test func `bits spread evenly over the mask, and do not depend on how a UUID is written`() {
    let bits = (UInt16(0)..<4096).map { OverflowArea.bit(of: BluetoothUUID(assigned: $0)) }
    #expect(bits.allSatisfy { (0..<128).contains($0) })
    // The average is 32 per bit. With an even spread every bit has at least one, and none has
    // three times the average.
    let counts = (0..<128).map { bit in bits.count { $0 == bit } }
    #expect(counts.allSatisfy { (1..<96).contains($0) })
    #expect(
      OverflowArea.bit(of: "180F")
        == OverflowArea.bit(of: "0000180F-0000-1000-8000-00805F9B34FB"))
  }
}
