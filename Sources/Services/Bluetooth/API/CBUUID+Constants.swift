/// The descriptor for reliable writes and writable auxiliaries. Its value is an `NSNumber`.
public let CBUUIDCharacteristicExtendedPropertiesString = "2900"
/// The descriptor with a description for users. Its value is a `String`.
public let CBUUIDCharacteristicUserDescriptionString = "2901"
/// The descriptor that configures notifications. Its value is an `NSNumber`, which only
/// `setNotifyValue(_:for:)` can write (BT23).
public let CBUUIDClientCharacteristicConfigurationString = "2902"
/// The descriptor that configures broadcasts. Its value is an `NSNumber`.
public let CBUUIDServerCharacteristicConfigurationString = "2903"
/// The descriptor with the presentation format. Its value is `Data`.
public let CBUUIDCharacteristicFormatString = "2904"
public let CBUUIDCharacteristicAggregateFormatString = "2905"
/// The descriptor with the smallest and the largest accepted value. Its value is `Data`.
public let CBUUIDCharacteristicValidRangeString = "2906"
/// The characteristic with the PSM of a service's L2CAP channel, a little-endian `UInt16`.
public let CBUUIDL2CAPPSMCharacteristicString = "ABDD3056-28FA-441D-A470-55A75A52553A"
