import Foundation
import YobanVirtualTime

/// A request of a central to an attribute server.
package enum AttributeRequest: Sendable, Hashable {
  /// The offset is in bytes and greater than zero when a value does not fit one packet.
  case read(AttributeHandle, offset: Int)
  case write(AttributeHandle, Data)
  /// A write without response: the answer is ignored.
  case writeCommand(AttributeHandle, Data)
  case subscribe(AttributeHandle, isOn: Bool)
}

/// The answer of an attribute server.
public indirect enum AttributeAnswer: Sendable, Hashable {
  case value(Data)
  /// The write or subscription succeeded.
  case done
  case error(AttributeErrorCode)
  /// The answer is sent after a delay.
  case after(Duration, AttributeAnswer)
  /// There is no answer: after 30 s the central closes the link (BT20).
  case noAnswer
  /// An invalid response that no central understands.
  case garbage
}
