import CoreBluetooth
import Foundation
import Testing

@Suite struct CoreBluetoothUUIDTests {
  /// Pairs of UUIDs, and whether they are equal by the Bluetooth base UUID
  /// 00000000-0000-1000-8000-00805F9B34FB (Core Specification, volume 3, part B, 2.5.1).
  static let pairs: [(String, String, Bool)] = [
    ("180F", "180F", true),
    ("180f", "180F", true),
    ("180F", "0000180F", true),
    ("180F", "0000180F-0000-1000-8000-00805F9B34FB", true),
    ("0000180F", "0000180f-0000-1000-8000-00805f9b34fb", true),
    ("12345678", "12345678-0000-1000-8000-00805F9B34FB", true),
    ("180F", "180D", false),
    ("180F", "0001180F", false),
    ("180F", "0000180F-0000-1000-8000-00805F9B34FC", false),
    ("12345678", "5678", false),
  ]

  @Test(arguments: pairs.indices)
  func `UUIDs are equal if they are the same number, in any length`(_ row: Int) {
    let (first, second, isEqual) = Self.pairs[row]
    let (a, b) = (CBUUID(string: first), CBUUID(string: second))
    #expect((a == b) == isEqual && (b == a) == isEqual && a.isEqual(b) == isEqual)
    #expect(([a: 1][b] == 1) == isEqual)
    if isEqual { #expect(a.hash == b.hash) }
  }

  static let forms: [(String, String, [UInt8])] = [
    ("180f", "180F", [0x18, 0x0F]),
    ("1234abcd", "1234ABCD", [0x12, 0x34, 0xAB, 0xCD]),
    ("0x180D", "180D", [0x18, 0x0D]), ("0X1234abcd", "1234ABCD", [0x12, 0x34, 0xAB, 0xCD]),
    (
      "e20a39f4-73f5-4bc4-a12f-17d1ad07a961", "E20A39F4-73F5-4BC4-A12F-17D1AD07A961",
      [
        0xE2, 0x0A, 0x39, 0xF4, 0x73, 0xF5, 0x4B, 0xC4, 0xA1, 0x2F, 0x17, 0xD1, 0xAD, 0x07, 0xA9,
        0x61,
      ]
    ),
  ]

  @Test(arguments: forms.indices)
  func `text and bytes keep the given length`(_ row: Int) {
    let (text, upper, bytes) = Self.forms[row]
    let uuid = CBUUID(string: text)
    #expect(uuid.uuidString == upper && "\(uuid)" == upper && uuid.data == Data(bytes))
    #expect(CBUUID(data: Data(bytes)) == uuid && CBUUID(data: Data(bytes)).uuidString == upper)
  }

  @Test func `a Foundation UUID has 128 bits`() {
    let text = "E20A39F4-73F5-4BC4-A12F-17D1AD07A961"
    #expect(CBUUID(nsuuid: UUID(uuidString: text)!) == CBUUID(string: text))
    #expect(CBUUID(NSUUID: UUID(uuidString: text)!).uuidString == text)
  }

  @Test func `an identifier that is made of nothing has only zeros`() {
    #expect(CBUUID().uuidString == "00000000-0000-0000-0000-000000000000")
  }

  @Test func `a copy is equal, and other objects are not`() {
    let uuid = CBUUID(string: "180D")
    #expect(uuid.copy() as? CBUUID == uuid)
    #expect(!uuid.isEqual("180D") && !uuid.isEqual(nil))
  }

  static let malformed = [
    "", "180", "180G", "0x180", "180D0", "180D000", "E20A39F473F54BC4A12F17D1AD07A961",
    "E20A39F4-73F5-4BC4-A12F17D1AD07A961", "E20A39F4-73F5-4BC4-A12F-17D1AD07A96", " 180D", "é80",
    "E20A39F4073F5-4BC4-A12F-17D1AD07A961",
  ]

  @Test(.world(), arguments: malformed)
  func `only a malformed text ends the app`(_ text: String) async throws {
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      _ = CBUUID(string: text)
      print("must not run")
    }
    #expect(fixture.app.state == .notRunning)
    await fixture.phone.open(fixture.app)
    #expect(fixture.app.state == .active)
    #expect(fixture.world.log.texts.isEmpty && fixture.app.terminations.count == 1)
    #expect("\(fixture.app.terminations)".contains("NSInternalInconsistencyException"))
    #expect("\(fixture.app.terminations)".contains("valid UUID"))
  }

  @Test(.world(), arguments: [0, 1, 3, 5, 8, 15, 17])
  func `data with another length than 2, 4 or 16 bytes ends the app`(_ count: Int) async throws {
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      _ = CBUUID(data: Data(count: count))
      print("must not run")
    }
    #expect(fixture.world.log.texts.isEmpty && fixture.app.terminations.count == 1)
  }
}
