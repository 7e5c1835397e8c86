import Foundation
internal import SimulatedOS

/// The UUID of a service, characteristic or descriptor: 16, 32 or 128 bits.
///
/// Two are equal if they are the same 128-bit number, whatever the lengths in which they were
/// written.
open class CBUUID: NSObject, NSCopying {
  let value: BluetoothUUID

  init(_ value: BluetoothUUID) { self.value = value }

  /// Reads 4, 8 or 32 hexadecimal digits, the last with hyphens. Anything else ends the app with
  /// an exception.
  public init(string theString: String) {
    guard let value = BluetoothUUID(theString) else {
      AppProcess.raiseInconsistency("String \(theString) does not represent a valid UUID")
    }
    self.value = value
  }

  /// Takes 2, 4 or 16 bytes, the most significant first. Any other number of bytes ends the app
  /// with an exception.
  public init(data theData: Data) {
    guard let value = BluetoothUUID(data: theData) else {
      AppProcess.raiseInconsistency(
        "Data of \(theData.count) bytes does not represent a valid UUID")
    }
    self.value = value
  }

  public convenience init(nsuuid theUUID: UUID) {
    self.init(data: withUnsafeBytes(of: theUUID.uuid) { Data($0) })
  }

  public convenience init(NSUUID theUUID: UUID) { self.init(nsuuid: theUUID) }

  /// The bytes, the most significant first, as many as were given.
  open var data: Data { value.data }
  /// Upper-case digits, as many as were given.
  open var uuidString: String { value.description }

  open override var description: String { uuidString }

  open override func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.value == value }

  open override var hash: Int {
    withUnsafeBytes(of: value.uuid.uuid) { bytes in
      let words = bytes.bindMemory(to: Int.self)
      return words[0] ^ words[1]
    }
  }

  /// Immutable, so a copy is the object itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension [CBUUID] {
  var values: [BluetoothUUID] { map(\.value) }
}

extension [BluetoothUUID] {
  var objects: [CBUUID] { map(CBUUID.init) }
}
