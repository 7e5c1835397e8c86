import CoreBluetooth
import Foundation
import Testing
import YobanTesting

@Suite struct CoreBluetoothNamesTests {
  static let codes: [(CBError.Code, Int)] = [
    (.unknown, 0), (.invalidParameters, 1), (.invalidHandle, 2), (.notConnected, 3),
    (.outOfSpace, 4), (.operationCancelled, 5), (.connectionTimeout, 6),
    (.peripheralDisconnected, 7), (.uuidNotAllowed, 8), (.alreadyAdvertising, 9),
    (.connectionFailed, 10), (.connectionLimitReached, 11), (.unknownDevice, 12),
    (.operationNotSupported, 13), (.peerRemovedPairingInformation, 14), (.encryptionTimedOut, 15),
    (.tooManyLEPairedDevices, 16),
  ]

  @Test(arguments: codes.indices) func `CBError codes have Apple's numbers (BT14)`(_ row: Int) {
    let (code, number) = Self.codes[row]
    #expect(code.rawValue == number && CBError.Code(rawValue: number) == code)
    let error = CBError(code)
    #expect((error as NSError).domain == "CBErrorDomain" && (error as NSError).code == number)
  }

  static let attributeCodes: [(CBATTError.Code, Int)] = [
    (.success, 0), (.invalidHandle, 1), (.readNotPermitted, 2), (.writeNotPermitted, 3),
    (.invalidPdu, 4), (.insufficientAuthentication, 5), (.requestNotSupported, 6),
    (.invalidOffset, 7), (.insufficientAuthorization, 8), (.prepareQueueFull, 9),
    (.attributeNotFound, 10), (.attributeNotLong, 11), (.insufficientEncryptionKeySize, 12),
    (.invalidAttributeValueLength, 13), (.unlikelyError, 14), (.insufficientEncryption, 15),
    (.unsupportedGroupType, 16), (.insufficientResources, 17),
  ]

  @Test(arguments: attributeCodes.indices) func `CBATTError codes have Apple's numbers (BT15)`(
    _ row: Int
  ) {
    let (code, number) = Self.attributeCodes[row]
    #expect(code.rawValue == number && CBATTError.Code(rawValue: number) == code)
    let error = CBATTError(code)
    #expect((error as NSError).domain == "CBATTErrorDomain" && (error as NSError).code == number)
  }

  @Test func `the error types have no other codes`() {
    #expect(CBError.Code(rawValue: 19) == nil && CBATTError.Code(rawValue: 18) == nil)
  }

  /// Returns the name of the `catch` clause that catches an error, as an app would write it.
  private func caught(_ error: any Error) -> String {
    do { throw error } catch CBError.connectionTimeout {
      return "timeout"
    } catch CBATTError.readNotPermitted {
      return "not permitted"
    } catch let error as CBError where error.code == .peripheralDisconnected {
      return "disconnected"
    } catch let error as CBError {
      return "other \(error.errorCode)"
    } catch {
      return "not of Core Bluetooth"
    }
  }

  @Test func `errors are caught by code and by type`() {
    #expect(caught(CBError(.connectionTimeout)) == "timeout")
    #expect(caught(CBATTError(.readNotPermitted)) == "not permitted")
    #expect(caught(CBError(.peripheralDisconnected)) == "disconnected")
    #expect(caught(CBError(.outOfSpace)) == "other 4")
    #expect(caught(CBATTError(.unlikelyError)) == "not of Core Bluetooth")
    #expect(CBError(.unknown) == CBError(.unknown) && CBError(.unknown) != CBError(.outOfSpace))
    #expect(CBError(.unknown, userInfo: ["a": 1]).userInfo["a"] as? Int == 1)
    #expect(CBATTError(.unlikelyError, userInfo: [:]).userInfo.isEmpty)
    #expect(CBError.errorDomain == CBErrorDomain && CBATTError.errorDomain == CBATTErrorDomain)
  }

  @Test func `enumerations have Apple's numbers`() {
    let states: [CBManagerState] = [
      .unknown, .resetting, .unsupported, .unauthorized, .poweredOff, .poweredOn,
    ]
    #expect(states.map(\.rawValue) == Array(0...5))  // BT1
    let answers: [CBManagerAuthorization] = [.notDetermined, .restricted, .denied, .allowedAlways]
    #expect(answers.map(\.rawValue) == Array(0...3))  // BT3
    let links: [CBPeripheralState] = [.disconnected, .connecting, .connected, .disconnecting]
    #expect(links.map(\.rawValue) == Array(0...3))
    #expect(CBCharacteristicWriteType.withResponse.rawValue == 0)
    #expect(CBCharacteristicWriteType.withoutResponse.rawValue == 1)
    #expect(CBConnectionEvent.peerDisconnected.rawValue == 0)
    #expect(CBConnectionEvent.peerConnected.rawValue == 1)
    let latencies: [CBPeripheralManagerConnectionLatency] = [.low, .medium, .high]
    #expect(latencies.map(\.rawValue) == Array(0...2))
  }

  /// The bits of the Core Specification, volume 3, part G, 3.3.1.1, and two more that Apple
  /// defines.
  @Test func `properties and permissions have the specified bits`() {
    let properties: [CBCharacteristicProperties] = [
      .broadcast, .read, .writeWithoutResponse, .write, .notify, .indicate,
      .authenticatedSignedWrites, .extendedProperties, .notifyEncryptionRequired,
      .indicateEncryptionRequired,
    ]
    let bits: [UInt] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
    #expect(properties.map(\.rawValue) == bits)
    let permissions: [CBAttributePermissions] = [
      .readable, .writeable, .readEncryptionRequired, .writeEncryptionRequired,
    ]
    #expect(permissions.map(\.rawValue) == [1, 2, 4, 8])
  }

  /// Uses each member of `OptionSet`, because the list of Apple's names counts them separately.
  private func exercise<Options: OptionSet>(_ a: Options, _ b: Options)
  where Options.Element == Options, Options.ArrayLiteralElement == Options {
    var set: Options = [a]
    #expect(set.insert(b).inserted && set.contains(b) && !set.isEmpty)
    #expect(set.remove(b) == b && set == a && set.update(with: b) == nil)
    set.formIntersection(a)
    set.formUnion(b)
    set.formSymmetricDifference(a)
    #expect(set == b)
    set.subtract(b)
    #expect(set == Options() && Options([a, b]) == a.union(b))
    #expect(a.intersection(b).isEmpty && a.isDisjoint(with: b))
    #expect(a.isStrictSubset(of: [a, b]) && a.isSubset(of: a))
    #expect(a.union(b).isStrictSuperset(of: b) && a.isSuperset(of: a))
    #expect(a.union(b).subtracting(b) == a && a.symmetricDifference(a).isEmpty)
  }

  @Test func `option sets have all operations of an option set`() {
    exercise(CBCharacteristicProperties.read, .notify)
    exercise(CBAttributePermissions.readable, .writeable)
    exercise(CBCentralManager.Feature.extendedScanAndConnect, .init(rawValue: 2))
  }

  @Test func `no optional hardware feature is supported`() {
    #expect(!CBCentralManager.supports(.extendedScanAndConnect))
  }

  /// Some apps use these texts instead of the constants.
  @Test func `keys have Apple's texts`() {
    #expect(CBAdvertisementDataLocalNameKey == "kCBAdvDataLocalName")
    #expect(CBAdvertisementDataServiceUUIDsKey == "kCBAdvDataServiceUUIDs")
    #expect(CBAdvertisementDataManufacturerDataKey == "kCBAdvDataManufacturerData")
    #expect(CBAdvertisementDataOverflowServiceUUIDsKey == "kCBAdvDataHashedServiceUUIDs")
    #expect(CBCentralManagerScanOptionAllowDuplicatesKey == "kCBScanOptionAllowDuplicates")
    #expect(CBCentralManagerRestoredStatePeripheralsKey == "kCBRestoredPeripherals")
    #expect(
      CBConnectPeripheralOptionEnableAutoReconnect == "kCBConnectOptionEnableAutoReconnect")
    #expect(CBUUIDClientCharacteristicConfigurationString == "2902")
  }

  @Test func `outside of an app the authorization is not determined`() {
    #expect(CBManager.authorization == .notDetermined)
  }
}
