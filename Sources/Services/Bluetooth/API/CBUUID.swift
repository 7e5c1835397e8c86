import Foundation
internal import YobanSimulatedApple

/// The UUID of a service, characteristic or descriptor: 16, 32 or 128 bits.
///
/// Two UUIDs are equal if they stand for the same 128-bit number, even if their lengths differ.
open class CBUUID: NSObject, NSCopying {
  let value: BluetoothUUID

  init(_ value: BluetoothUUID) { self.value = value }

  /// An identifier of which all bits are 0.
  public override convenience init() { self.init(data: Data(count: 16)) }

  /// Parses 4, 8 or 32 hexadecimal digits; 32 digits must contain hyphens. Raises an exception,
  /// which terminates the app, for any other string.
  ///
  /// `0x` may be before 4 or 8 digits. Apple does not document this, but devices accept it and tutorials use it.
  public init(string theString: String) {
    let isPrefixed = theString.lowercased().hasPrefix("0x") && [6, 10].contains(theString.count)
    guard let value = BluetoothUUID(isPrefixed ? String(theString.dropFirst(2)) : theString) else {
      AppProcess.raiseInconsistency("String \(theString) does not represent a valid UUID")
    }
    self.value = value
  }

  /// Reads 2, 4 or 16 bytes, the most significant first. Raises an exception, which terminates the
  /// app, for any other number of bytes.
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

  /// The bytes, the most significant first, in the length that the UUID was created with.
  open var data: Data { value.data }
  /// The uppercase hexadecimal digits, in the length that the UUID was created with.
  open var uuidString: String { value.description }

  open override var description: String { uuidString }

  open override func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.value == value }

  open override var hash: Int {
    withUnsafeBytes(of: value.uuid.uuid) { bytes in
      let words = bytes.bindMemory(to: Int.self)
      return words[0] ^ words[1]
    }
  }

  /// Returns the object itself, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension [CBUUID] {
  var values: [BluetoothUUID] { map(\.value) }
}

extension [BluetoothUUID] {
  var objects: [CBUUID] { map(CBUUID.init) }
}
