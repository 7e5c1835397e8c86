/// The descriptor whose value is an `NSNumber`: reliable write, writable auxiliaries.
public let CBUUIDCharacteristicExtendedPropertiesString = "2900"
/// The descriptor whose value is a `String`.
public let CBUUIDCharacteristicUserDescriptionString = "2901"
/// The descriptor whose value is an `NSNumber`; written by `setNotifyValue(_:for:)` only (BT23).
public let CBUUIDClientCharacteristicConfigurationString = "2902"
/// The descriptor whose value is an `NSNumber`.
public let CBUUIDServerCharacteristicConfigurationString = "2903"
/// The descriptor whose value is `Data`.
public let CBUUIDCharacteristicFormatString = "2904"
public let CBUUIDCharacteristicAggregateFormatString = "2905"
/// The descriptor whose value is `Data`: the smallest and the largest value accepted.
public let CBUUIDCharacteristicValidRangeString = "2906"
/// The characteristic that tells the PSM of a service's L2CAP channel, as a little-endian `UInt16`.
public let CBUUIDL2CAPPSMCharacteristicString = "ABDD3056-28FA-441D-A470-55A75A52553A"
