import Foundation

/// A characteristic of an accessory and the type of its values.
///
/// ```swift
/// let scratch = Characteristic(
///   Data.self, "A495FF21-C5B1-4B44-B512-1370F02D74DE",
///   in: "A495FF20-C5B1-4B44-B512-1370F02D74DE")
/// ```
public struct Characteristic<Value: CharacteristicValue>: Hashable, Sendable {
  public let path: AttributePath
  public let uses: CharacteristicUses

  /// - Parameters:
  ///   - type: the type of its values.
  ///   - identifier: the UUID of the characteristic.
  ///   - service: the UUID of its service.
  ///   - uses: the actions that the session performs by itself. Default: none.
  public init(
    _ type: Value.Type = Value.self, _ identifier: AttributeIdentifier,
    in service: AttributeIdentifier, _ uses: CharacteristicUses = []
  ) {
    path = AttributePath(service: service, characteristic: identifier)
    self.uses = uses
  }
}

/// The actions that a session performs on a characteristic by itself, after each connect.
public struct CharacteristicUses: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Subscribes to its values. Reports a problem if the characteristic cannot notify.
  public static let notifies = CharacteristicUses(rawValue: 1)
  /// Subscribes to its values if the characteristic can notify.
  public static let notifiesIfPossible = CharacteristicUses(rawValue: 2)
  /// Reads its value once.
  public static let readsWhenReady = CharacteristicUses(rawValue: 4)
  /// Reports no problem if the characteristic is missing.
  public static let isOptional = CharacteristicUses(rawValue: 8)
}

/// A characteristic without the type of its values.
struct CharacteristicProfile: Sendable {
  var path: AttributePath
  var uses: CharacteristicUses
  /// Decodes bytes as the type of the characteristic.
  var decode: @Sendable (Data) throws(CharacteristicValueError) -> any CharacteristicValue

  init<Value>(_ characteristic: Characteristic<Value>) {
    path = characteristic.path
    uses = characteristic.uses
    decode = { bytes throws(CharacteristicValueError) in try Value(characteristicBytes: bytes) }
  }
}
