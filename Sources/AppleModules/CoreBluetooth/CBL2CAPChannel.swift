import Foundation
internal import SimulatedOS

/// Names an L2CAP channel: its Protocol/Service Multiplexer.
public typealias CBL2CAPPSM = UInt16

/// A stream of bytes to a peer and one from it.
///
/// Keep it: when it is released, or both streams are closed, the channel closes at both ends. Open
/// the streams after scheduling them; their delegates are called on the main queue.
open class CBL2CAPChannel: NSObject {
  open private(set) var peer: CBPeer!
  open private(set) var inputStream: InputStream!
  open private(set) var outputStream: OutputStream!
  public let psm: CBL2CAPPSM

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
