import Foundation
import Testing
import YobanTesting

@testable import YobanBluetooth
@testable import YobanSimulatedRadio

@Suite struct ScanMachineTests {
  private static let (one, other) = (UUID(), UUID())
  private static let named = ScanRequest(services: ["180D"])

  struct Row: Sendable {
    var services: [BluetoothUUID]?
    var isInFront: Bool
    var hasMode: Bool
    var listens: Bool
  }

  @Test(arguments: [
    Row(services: nil, isInFront: true, hasMode: false, listens: true),
    Row(services: [], isInFront: true, hasMode: true, listens: true),
    Row(services: ["180D"], isInFront: true, hasMode: false, listens: true),
    Row(services: nil, isInFront: false, hasMode: true, listens: false),
    Row(services: [], isInFront: false, hasMode: true, listens: false),
    Row(services: ["180D"], isInFront: false, hasMode: false, listens: false),
    Row(services: ["180D"], isInFront: false, hasMode: true, listens: true),
  ])
  func `a scan in background needs the mode and a list of services (BT5, BT8)`(_ row: Row) {
    var machine = ScanMachine()
    machine.start(ScanRequest(services: row.services), isInFront: true)
    #expect(
      machine.listens(isInFront: row.isInFront, hasBackgroundMode: row.hasMode) == row.listens)
    machine.stop()
    #expect(!machine.listens(isInFront: row.isInFront, hasBackgroundMode: row.hasMode))
  }

  @Test func `without a scan no advertisement is reported`() {
    var machine = ScanMachine()
    #expect(!machine.wants(Self.one, isInFront: true))
    #expect(machine.received(Self.one, isInFront: true) == false)
  }

  @Test func `each peer is reported once per scan (BT6)`() {
    var machine = ScanMachine()
    machine.start(Self.named, isInFront: true)
    #expect(machine.received(Self.one, isInFront: true) == true)
    #expect(machine.received(Self.one, isInFront: true) == false)
    #expect(machine.received(Self.one, isInFront: false) == false)
    #expect(machine.received(Self.other, isInFront: false) == true)
  }

  @Test func `duplicates are reported in foreground only (BT5)`() {
    var machine = ScanMachine()
    machine.start(ScanRequest(services: ["180D"], allowsDuplicates: true), isInFront: true)
    for _ in 0..<3 { #expect(machine.received(Self.one, isInFront: true) == true) }
    #expect(machine.received(Self.one, isInFront: false) == false)
    #expect(machine.received(Self.other, isInFront: false) == true)
    #expect(machine.received(Self.other, isInFront: false) == false)
  }

  @Test(arguments: [true, false])
  func `a new scan reports peers again in foreground, not in background (BT6)`(isInFront: Bool) {
    var machine = ScanMachine()
    machine.start(Self.named, isInFront: true)
    _ = machine.received(Self.one, isInFront: isInFront)
    machine.stop()
    machine.start(Self.named, isInFront: isInFront)
    #expect(machine.received(Self.one, isInFront: isInFront) == isInFront)
  }

  @Test func `a peer that was connected is reported again, other peers are not (BT6)`() {
    var machine = ScanMachine()
    machine.start(Self.named, isInFront: true)
    for peer in [Self.one, Self.other] { _ = machine.received(peer, isInFront: false) }
    machine.disconnected(Self.one)
    #expect(machine.received(Self.one, isInFront: false) == true)
    #expect(machine.received(Self.other, isInFront: false) == false)
  }
}
