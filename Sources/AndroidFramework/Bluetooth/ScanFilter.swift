import Foundation
internal import YobanSimulatedAndroid

/// `android.bluetooth.le.ScanFilter`: properties that an advertisement must all have.
public final class ScanFilter {
  let description: AndroidScanFilter

  fileprivate init(_ description: AndroidScanFilter) { self.description = description }

  public func getDeviceName() -> String? { description.name }
  public func getDeviceAddress() -> String? { description.address }
  public func getServiceUuid() -> ParcelUuid? {
    description.service.map { ParcelUuid($0.uuid) }
  }

  public final class Builder {
    private var description = AndroidScanFilter()

    public init() {}

    @discardableResult
    public func setServiceUuid(_ serviceUuid: ParcelUuid) -> Builder {
      description.service = BluetoothUUID(serviceUuid.uuid.uuidString)
      return self
    }

    @discardableResult
    public func setDeviceName(_ deviceName: String) -> Builder {
      description.name = deviceName
      return self
    }

    /// - Parameter deviceAddress: An address in capitals, such as `C4:7C:8D:6A:00:01`.
    /// - Throws: `IllegalArgumentException` for any other text.
    @discardableResult
    public func setDeviceAddress(_ deviceAddress: String) throws -> Builder {
      guard BluetoothAdapter.checkBluetoothAddress(deviceAddress) else {
        throw IllegalArgumentException("invalid device address \(deviceAddress)")
      }
      description.address = deviceAddress
      return self
    }

    /// Matches a company's number, with any data.
    ///
    /// - Throws: `IllegalArgumentException` if the number is not a valid company number.
    @discardableResult
    public func setManufacturerData(_ manufacturerId: Int32) throws -> Builder {
      guard let number = UInt16(exactly: manufacturerId) else {
        throw IllegalArgumentException("invalid manufacture id")
      }
      description.manufacturer = number
      return self
    }

    public func build() -> ScanFilter { ScanFilter(description) }
  }
}

/// `android.os.ParcelUuid`, with `fromString` and `getUuid`.
public struct ParcelUuid: Hashable, CustomStringConvertible {
  let uuid: UUID

  public init(_ uuid: UUID) { self.uuid = uuid }

  /// - Throws: `IllegalArgumentException` if the text is not a UUID of 36 characters.
  public static func fromString(_ uuid: String) throws -> ParcelUuid {
    guard let parsed = UUID(uuidString: uuid) else {
      throw IllegalArgumentException("Invalid UUID string: \(uuid)")
    }
    return ParcelUuid(parsed)
  }

  public func getUuid() -> UUID { uuid }
  /// The UUID in lowercase letters, as in Java.
  public var description: String { uuid.uuidString.lowercased() }
}
