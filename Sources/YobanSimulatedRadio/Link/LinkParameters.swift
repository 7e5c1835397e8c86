import YobanVirtualTime

/// The constants of a device's links. They are those of its system and cannot change while a link
/// exists.
package struct LinkParameters {
  /// The ATT MTU that the device accepts, in bytes (BT20).
  package var maximumTransmissionUnit: Int
  /// The connection interval before the peer requests another (BT17).
  package var connectionInterval: Duration
  /// The time without a packet after which a link is lost (BT17, AN15).
  package var supervisionTimeout: Duration
  /// The time without an answer to a request after which the link is closed (BT20).
  package var attributeTimeout: Duration
  /// The number of packets without answer that wait in each direction (BT22).
  package var packetQueue: Int
  /// The number of such packets that are sent in one connection event (BT22).
  package var packetsPerEvent: Int
  /// The longest value of an attribute, in bytes (BT21).
  package var longestValue: Int
  /// The limits within which the device grants other parameters that a peer requests (BT17).
  package var guidelines: ConnectionGuidelines
  /// The largest number of links at the same time (BT16).
  package var connectionLimit: Int
  /// The time from the advertisement that a connect answers until the link exists (BT12).
  package var connectionSetup: ClosedRange<Duration>
  /// The time until the user answers a pairing request.
  package var answerDelay: Duration

  package init(
    maximumTransmissionUnit: Int, connectionInterval: Duration, supervisionTimeout: Duration,
    attributeTimeout: Duration, packetQueue: Int, packetsPerEvent: Int, longestValue: Int,
    guidelines: ConnectionGuidelines, connectionLimit: Int, connectionSetup: ClosedRange<Duration>,
    answerDelay: Duration
  ) {
    self.maximumTransmissionUnit = maximumTransmissionUnit
    self.connectionInterval = connectionInterval
    self.supervisionTimeout = supervisionTimeout
    self.attributeTimeout = attributeTimeout
    self.packetQueue = packetQueue
    self.packetsPerEvent = packetsPerEvent
    self.longestValue = longestValue
    self.guidelines = guidelines
    self.connectionLimit = connectionLimit
    self.connectionSetup = connectionSetup
    self.answerDelay = answerDelay
  }
}
