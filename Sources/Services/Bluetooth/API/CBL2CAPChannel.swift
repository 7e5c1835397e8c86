import Foundation
internal import YobanSimulatedApple

/// The Protocol/Service Multiplexer, which identifies an L2CAP channel.
public typealias CBL2CAPPSM = UInt16

/// A pair of byte streams to and from a peer.
///
/// Keep a strong reference: the channel closes at both ends when it is released or when both of its
/// streams are closed. Schedule the streams before you open them. Their delegates are called on the
/// main queue.
open class CBL2CAPChannel: NSObject {
  open private(set) var peer: CBPeer!
  open private(set) var inputStream: InputStream!
  open private(set) var outputStream: OutputStream!
  open private(set) var psm: CBL2CAPPSM

  private let channel: L2CAPChannel

  init(_ channel: L2CAPChannel, peer: CBPeer) {
    let (input, output) = (L2CAPInputStream(channel), L2CAPOutputStream(channel))
    (input.other, output.other) = (output, input)
    channel.onChange = { [weak input, weak output] in
      input?.changed()
      output?.changed()
    }
    self.channel = channel
    self.peer = peer
    psm = channel.psm
    inputStream = input
    outputStream = output
  }

  deinit { channel.close() }
}
