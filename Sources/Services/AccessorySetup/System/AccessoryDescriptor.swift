import Foundation
import YobanSimulatedDevices
import YobanSimulatedRadio

/// The accessories that an app asks for in the picker: the values of an `ASDiscoveryDescriptor` (AS2).
package struct AccessoryDescriptor: Sendable, Hashable {
  /// Bytes that an accessory must send where the mask has ones.
  package struct Pattern: Sendable, Hashable {
    package var blob: Data
    package var mask: Data

    package init(blob: Data, mask: Data) { (self.blob, self.mask) = (blob, mask) }

    /// Whether the data begins with the pattern.
    func matches(_ data: Data) -> Bool {
      guard data.count >= blob.count, blob.count == mask.count else { return false }
      return zip(zip(data, blob), mask).allSatisfy { ($0.0 & $1) == ($0.1 & $1) }
    }
  }

  package var service: BluetoothUUID?
  /// The Bluetooth company identifier; nil for none.
  package var company: UInt16?
  package var manufacturerData: Pattern?
  package var serviceData: Pattern?
  package var nameSubstring: String?
  /// The raw value of `NSString.CompareOptions`.
  package var nameOptions: UInt = 0
  /// Whether only accessories right next to the device count.
  package var isImmediate = false
  package var ssid: String?
  package var ssidPrefix: String?
  /// The raw value of `ASAccessory.SupportOptions`.
  package var supportedOptions: UInt = 0

  package init() {}

  /// Whether the accessory is paired during the setup.
  var pairs: Bool { supportedOptions & 1 << 1 != 0 }
  /// Whether it asks for an accessory of Bluetooth.
  var namesBluetooth: Bool { service != nil || company != nil }

  /// Whether an advertisement has everything that the descriptor asks for (AS2).
  func matches(_ advertising: Advertising) -> Bool {
    let data = advertising.data
    guard namesBluetooth else { return false }
    if let service, !data.services.contains(service),
      !data.serviceData.contains(where: { $0.uuid == service })
    {
      return false
    }
    guard matches(data.manufacturerData ?? Data()) else { return false }
    if let serviceData {
      guard
        data.serviceData.contains(where: {
          (service == nil || $0.uuid == service) && serviceData.matches($0.data)
        })
      else { return false }
    }
    guard let nameSubstring else { return true }
    let options = String.CompareOptions(rawValue: nameOptions)
    return [data.localName, advertising.scanResponseName].compactMap { $0 }
      .contains { $0.range(of: nameSubstring, options: options) != nil }
  }

  /// Whether manufacturer data has the company and the bytes. They follow the two bytes of the company, or begin with
  /// them (assumed).
  private func matches(_ sent: Data) -> Bool {
    guard let company else { return manufacturerData?.matches(sent.dropFirst(2)) ?? true }
    let bytes = [UInt8(company & 0xFF), UInt8(company >> 8)]
    guard sent.count >= 2, Array(sent.prefix(2)) == bytes else { return false }
    guard let manufacturerData else { return true }
    let hasCompany =
      Array(manufacturerData.blob.prefix(2)) == bytes
      && Array(manufacturerData.mask.prefix(2)) == [0xFF, 0xFF]
    return manufacturerData.matches(hasCompany ? sent : sent.dropFirst(2))
  }
}

extension InfoPlist {
  private func texts(_ key: String) -> [String] {
    (values[key] as? [Any] ?? []).map { "\($0)" }
  }

  /// Whether the app sets up Bluetooth accessories with AccessorySetupKit (AS3). Apple's documents give the key
  /// both names.
  var setsUpAccessories: Bool {
    ["NSAccessorySetupKitSupports", "NSAccessorySetupSupports"]
      .contains { texts($0).contains("Bluetooth") }
  }

  /// The mistake in a descriptor for which a device ends the app; nil if there is none (AS3).
  func problem(with descriptor: AccessoryDescriptor) -> String? {
    if descriptor.ssid != nil, descriptor.ssidPrefix != nil {
      return "a descriptor has both an ssid and an ssidPrefix"
    }
    guard descriptor.ssid == nil, descriptor.ssidPrefix == nil else { return nil }
    guard descriptor.namesBluetooth else {
      return "a descriptor has neither bluetoothServiceUUID nor bluetoothCompanyIdentifier"
    }
    if let service = descriptor.service,
      !texts("NSAccessorySetupBluetoothServices").contains(where: { BluetoothUUID($0) == service })
    {
      return "NSAccessorySetupBluetoothServices does not list \(service)"
    }
    if let company = descriptor.company,
      !texts("NSAccessorySetupBluetoothCompanyIdentifiers")
        .contains(where: { Self.companies($0).contains(company) })
    {
      return "NSAccessorySetupBluetoothCompanyIdentifiers does not list \(Self.hex(company))"
    }
    if let name = descriptor.nameSubstring,
      !texts("NSAccessorySetupBluetoothNames")
        .contains(where: { $0.contains(name) || name.contains($0) })
    {
      return "NSAccessorySetupBluetoothNames does not list \(name)"
    }
    return nil
  }

  /// The identifiers that an entry can mean: apps write hexadecimal and decimal digits (assumed that both count).
  private static func companies(_ text: String) -> [UInt16] {
    let isPrefixed = text.lowercased().hasPrefix("0x")
    let digits = isPrefixed ? String(text.dropFirst(2)) : text
    let read =
      isPrefixed ? [UInt16(digits, radix: 16)] : [UInt16(digits, radix: 16), UInt16(digits)]
    return read.compactMap { $0 }
  }

  private static func hex(_ company: UInt16) -> String {
    let digits = String(company, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
