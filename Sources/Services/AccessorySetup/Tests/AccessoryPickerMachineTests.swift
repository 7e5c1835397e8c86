import Foundation
import Testing
import YobanPlatformProfiles
import YobanSimulatedOS
import YobanSimulatedRadio
import YobanVirtualTime

@testable import YobanAccessorySetup

/// The accessories that a descriptor matches, and the picker as a table of inputs and actions (AS2 to AS4, AS6, AS9).
@Suite struct AccessoryPickerMachineTests {
  typealias Action = AccessoryPickerMachine.Action

  private static let peer = UUID(uuidString: "00000000-0000-4000-8000-000000000001")!
  private static let dismissal: [Action] = [.send(.pickerDidDismiss), .complete(nil)]

  private func opened(_ choice: AccessoryPickerMachine.Choice? = nil) -> AccessoryPickerMachine {
    var machine = AccessoryPickerMachine()
    _ = machine.opened(at: .start, timeout: .seconds(30))
    if let choice { _ = machine.picked(choice) }
    return machine
  }

  @Test func `a picked accessory is added before the picker is dismissed (AS4)`() {
    var machine = AccessoryPickerMachine()
    #expect(machine.opened(at: .start, timeout: .seconds(30)) == [.send(.pickerDidPresent)])
    #expect(machine.deadline == .start + .seconds(30))
    #expect(machine.opened(at: .start, timeout: nil) == [])
    #expect(machine.setUp() == [])
    #expect(
      machine.picked(.init(peer: Self.peer, pairs: true, renames: true))
        == [.send(.pickerSetupPairing), .send(.pickerSetupRename)])
    #expect(machine.deadline == nil)
    #expect(machine.setUp() == [.add(Self.peer, isAuthorized: true)])
    #expect(machine.timedOut(hasFound: false) == [])
    #expect(machine.dismissed() == Self.dismissal)
    #expect(machine.dismissed() == [])
  }

  @Test func `a picker ends in four ways (AS4, AS6, AS9)`() {
    var cancelled = opened()
    #expect(cancelled.dismissed() == [.send(.pickerDidDismiss), .complete(.userCancelled)])
    var late = opened()
    #expect(late.timedOut(hasFound: true) == [])
    #expect(
      late.timedOut(hasFound: false) == [.send(.pickerDidDismiss), .complete(.discoveryTimeout)])
    var gone = opened()
    #expect(gone.invalidated() == [.complete(.invalidated)])
    var waiting = opened(.init(peer: Self.peer, confirms: true))
    #expect(waiting.setUp() == [.add(Self.peer, isAuthorized: false)])
    #expect(
      waiting.dismissed() == [
        .remove(Self.peer), .send(.pickerDidDismiss), .complete(.userCancelled),
      ])
    var left = opened(.init(peer: Self.peer, confirms: true))
    _ = left.setUp()
    #expect(left.invalidated() == [.remove(Self.peer), .complete(.invalidated)])
    // It was never on the screen.
    var early = AccessoryPickerMachine()
    #expect(early.dismissed() == [.complete(.userCancelled)])
  }

  @Test func `the app confirms or refuses (AS9)`() {
    var confirmed = opened(.init(peer: Self.peer, confirms: true))
    #expect(confirmed.authorized(Self.peer) == [])
    _ = confirmed.setUp()
    #expect(confirmed.authorized(UUID()) == [])
    #expect(confirmed.authorized(Self.peer) == [.authorize(Self.peer)])
    #expect(confirmed.dismissed() == Self.dismissal)
    var refused = opened(.init(peer: Self.peer, confirms: true))
    _ = refused.setUp()
    #expect(refused.failed(Self.peer) == [.send(.pickerSetupFailed), .remove(Self.peer)])
    #expect(refused.isSearching)
  }

  @Test func `known accessories are migrated (AS7)`() {
    var machine = opened()
    #expect(
      machine.migrated([Self.peer])
        == [.add(Self.peer, isAuthorized: true), .send(.migrationComplete)])
    #expect(machine.dismissed() == Self.dismissal)
    var busy = opened(.init(peer: Self.peer))
    #expect(busy.migrated([Self.peer]) == [])
  }

  // MARK: Descriptors

  struct Match: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var matches: Bool
    var change: @Sendable (inout AccessoryDescriptor) -> Void

    init(
      _ description: String, _ matches: Bool,
      _ change: @escaping @Sendable (inout AccessoryDescriptor) -> Void
    ) {
      (testDescription, self.matches, self.change) = (description, matches, change)
    }
  }

  private static func pattern(_ blob: [UInt8], _ mask: [UInt8]) -> AccessoryDescriptor.Pattern {
    .init(blob: Data(blob), mask: Data(mask))
  }

  static let matches: [Match] = [
    Match("nothing", false) { _ in },
    Match("a name only", false) { $0.nameSubstring = "Strap" },
    Match("its service", true) { $0.service = "180D" },
    Match("the long form of its service", true) {
      $0.service = "0000180D-0000-1000-8000-00805F9B34FB"
    },
    Match("the service of its data", true) { $0.service = "FFF0" },
    Match("another service", false) { $0.service = "180F" },
    Match("its company", true) { $0.company = 0x006B },
    Match("its company with the bytes exchanged", false) { $0.company = 0x6B00 },
    Match("its service and another company", false) { ($0.service, $0.company) = ("180D", 1) },
    Match("a part of its name", true) { ($0.service, $0.nameSubstring) = ("180D", "tra") },
    Match("its name in other letters", false) {
      ($0.service, $0.nameSubstring) = ("180D", "STRAP")
    },
    Match("its name without regard to case", true) {
      ($0.service, $0.nameSubstring) = ("180D", "STRAP")
      $0.nameOptions = String.CompareOptions.caseInsensitive.rawValue
    },
    Match("the first bit of its manufacturer data", true) {
      ($0.company, $0.manufacturerData) = (0x006B, pattern([0x80], [0x80]))
    },
    Match("other manufacturer data", false) {
      ($0.company, $0.manufacturerData) = (0x006B, pattern([0x00], [0x80]))
    },
    Match("manufacturer data with the company", true) {
      ($0.company, $0.manufacturerData) = (0x006B, pattern([0x6B, 0, 0x81], [0xFF, 0xFF, 0xFF]))
    },
    Match("more data than it sends", false) {
      ($0.company, $0.manufacturerData) = (0x006B, pattern([0x81, 1, 1], [0xFF, 0, 0]))
    },
    Match("the data of its service", true) {
      ($0.service, $0.serviceData) = ("FFF0", pattern([7], [0xFF]))
    },
    Match("other data of its service", false) {
      ($0.service, $0.serviceData) = ("FFF0", pattern([6], [0xFF]))
    },
  ]

  @Test(arguments: matches)
  func `an accessory must have all that a descriptor asks for (AS2)`(_ row: Match) {
    var data = AdvertisementData(services: ["180D"])
    data.manufacturerData = Data([0x6B, 0, 0x81, 1])
    data.serviceData = [.init("FFF0", Data([7]))]
    var advertising = Advertising(services: ["180D"])
    advertising.data = data
    advertising.scanResponseName = "My Strap"
    var descriptor = AccessoryDescriptor()
    row.change(&descriptor)
    #expect(descriptor.matches(advertising) == row.matches)
  }

  @Test(arguments: [("006B", true), ("0x006b", true), ("107", true), ("006C", false), ("-", false)])
  func `Info.plist lists a company as a number in digits (AS3)`(
    _ row: (text: String, isListed: Bool)
  ) {
    var descriptor = AccessoryDescriptor()
    descriptor.company = 0x6B
    let plist = InfoPlist(["NSAccessorySetupBluetoothCompanyIdentifiers": [row.text]])
    let problem = "NSAccessorySetupBluetoothCompanyIdentifiers does not list 0x006B"
    #expect(plist.problem(with: descriptor) == (row.isListed ? nil : problem))
  }
}
