import Foundation
import Testing

import YobanSimulatedOS
@testable import YobanSimulatedRadio

@Suite struct AttributeServerTests {
  private typealias Characteristic = GATTCharacteristic

  /// One characteristic of each kind, identified by its UUID.
  private static let database = GATTDatabase([
    GATTService(
      "1800",
      [
        Characteristic("A001", [.read]), Characteristic("A002", [.write]),
        Characteristic("A003", [.writeWithoutResponse]), Characteristic("A004", [.notify]),
        Characteristic("A005", [.indicate]),
        Characteristic("A006", [.read, .write], permissions: [.readEncryptionRequired]),
        Characteristic("A007", [.write], permissions: [.writeEncryptionRequired]),
        Characteristic("A008", [.notifyEncryptionRequired]),
        Characteristic("A009", [.indicateEncryptionRequired]),
        Characteristic(
          "A00A", [.read],
          descriptors: [
            GATTDescriptor("2901", value: Data()),
            GATTDescriptor("2901", value: Data(), isWriteable: true),
          ]),
      ])
  ])

  private static func handle(_ uuid: BluetoothUUID) -> AttributeHandle {
    database.characteristic(with: uuid)!.handle
  }

  enum Asked: String, Sendable { case read, write, writeCommand, subscribe }

  struct Row: Sendable, CustomTestStringConvertible {
    var asked: Asked
    var of: BluetoothUUID
    var plain: AttributeErrorCode?
    var encrypted: AttributeErrorCode?
    var testDescription: String { "\(asked.rawValue) \(of)" }
  }

  @Test(arguments: [
    Row(asked: .read, of: "A001"), Row(asked: .write, of: "A002"),
    Row(asked: .writeCommand, of: "A003"), Row(asked: .subscribe, of: "A004"),
    Row(asked: .subscribe, of: "A005"),
    Row(asked: .write, of: "A001", plain: .writeNotPermitted, encrypted: .writeNotPermitted),
    Row(asked: .writeCommand, of: "A001", plain: .writeNotPermitted, encrypted: .writeNotPermitted),
    Row(asked: .read, of: "A002", plain: .readNotPermitted, encrypted: .readNotPermitted),
    Row(asked: .read, of: "A004", plain: .readNotPermitted, encrypted: .readNotPermitted),
    Row(
      asked: .subscribe, of: "A001", plain: .requestNotSupported, encrypted: .requestNotSupported),
    Row(asked: .read, of: "A006", plain: .insufficientEncryption),
    Row(asked: .write, of: "A006", plain: .writeNotPermitted, encrypted: .writeNotPermitted),
    Row(asked: .write, of: "A007", plain: .insufficientEncryption),
    Row(asked: .subscribe, of: "A008", plain: .insufficientEncryption),
    Row(asked: .subscribe, of: "A009", plain: .insufficientEncryption),
  ])
  func `a server refuses requests that the permissions do not allow (BT15)`(_ row: Row) {
    let handle = Self.handle(row.of)
    let request: AttributeRequest =
      switch row.asked {
      case .read: .read(handle, offset: 0)
      case .write: .write(handle, Data([1]))
      case .writeCommand: .writeCommand(handle, Data([1]))
      case .subscribe: .subscribe(handle, isOn: true)
      }
    #expect(AttributeServer.refusal(request, in: Self.database, isEncrypted: false) == row.plain)
    #expect(AttributeServer.refusal(request, in: Self.database, isEncrypted: true) == row.encrypted)
  }

  @Test(arguments: [
    AttributeRequest.read(999, offset: 0), .write(999, Data()), .writeCommand(999, Data()),
    .subscribe(999, isOn: true),
  ])
  func `a request with an unknown handle is refused`(_ request: AttributeRequest) {
    #expect(
      AttributeServer.refusal(request, in: Self.database, isEncrypted: true) == .invalidHandle)
  }

  @Test(arguments: [(512, nil), (513, AttributeErrorCode.invalidAttributeValueLength)])
  func `a value has at most 512 bytes (BT21)`(count: Int, refusal: AttributeErrorCode?) {
    let request = AttributeRequest.write(Self.handle("A002"), Data(count: count))
    #expect(AttributeServer.refusal(request, in: Self.database, isEncrypted: false) == refusal)
  }

  @Test func `the subscription descriptor cannot be written directly (BT23)`() throws {
    let descriptors = try #require(Self.database.characteristic(with: "A004")).descriptors
    #expect(descriptors.map(\.uuid) == ["2902"])
    let request = AttributeRequest.write(descriptors[0].handle, Data([1, 0]))
    #expect(
      AttributeServer.refusal(request, in: Self.database, isEncrypted: true) == .writeNotPermitted)
    let read = AttributeRequest.read(descriptors[0].handle, offset: 0)
    #expect(AttributeServer.refusal(read, in: Self.database, isEncrypted: false) == nil)
  }

  @Test func `other descriptors can be written only if they are writable`() throws {
    let descriptors = try #require(Self.database.characteristic(with: "A00A")).descriptors
    let refusals = descriptors.map {
      AttributeServer.refusal(.write($0.handle, Data()), in: Self.database, isEncrypted: false)
    }
    #expect(refusals == [.writeNotPermitted, nil])
  }

  @Test func `a characteristic with notifications and indications uses notifications (BT23)`() {
    #expect(!GATTCharacteristic.Properties([.notify, .indicate]).usesIndications)
    #expect(!GATTCharacteristic.Properties([.indicate, .notifyEncryptionRequired]).usesIndications)
    #expect(GATTCharacteristic.Properties([.indicate]).usesIndications)
  }

  @Test func `the error codes are those of the Attribute Protocol (BT15)`() {
    #expect(AttributeErrorCode.allCases.map(\.rawValue) == Array(1...17))
    let codes: [AttributeErrorCode] = [
      .invalidHandle, .readNotPermitted, .writeNotPermitted, .invalidPdu,
      .insufficientAuthentication, .requestNotSupported, .invalidOffset,
      .insufficientAuthorization, .prepareQueueFull, .attributeNotFound, .attributeNotLong,
      .insufficientEncryptionKeySize, .invalidAttributeValueLength, .unlikelyError,
      .insufficientEncryption, .unsupportedGroupType, .insufficientResources,
    ]
    #expect(codes == AttributeErrorCode.allCases)
  }

  @Test func `the error codes are those of Core Bluetooth (BT14)`() {
    #expect(CoreBluetoothCode.allCases.map(\.rawValue) == Array(0...18))
    let codes: [CoreBluetoothCode] = [
      .unknown, .invalidParameters, .invalidHandle, .notConnected, .outOfSpace,
      .operationCancelled, .connectionTimeout, .peripheralDisconnected, .uuidNotAllowed,
      .alreadyAdvertising, .connectionFailed, .connectionLimitReached, .unknownDevice,
      .operationNotSupported, .peerRemovedPairingInformation, .encryptionTimedOut,
      .tooManyLEPairedDevices, .leGattExceededBackgroundNotificationLimit,
      .leGattNearBackgroundNotificationLimit,
    ]
    #expect(codes == CoreBluetoothCode.allCases)
  }
}
