import NIOCore

/// Holds back what a client sends after a complete request until the request is answered.
///
/// A client may send many requests without waiting for the answers. To decode all that has arrived of such a client at
/// once would delay other clients: 256 KiB are thousands of small requests.
final class PipeliningLimitHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The maximum number of bytes of a body that are decoded at once.
  private static let bodyPartMax = 16 << 10
  /// The same of a head, and of a body with an unknown length. The next requests can be in them.
  private static let headPartMax = 2 << 10
  private static let headEnd = Array("\r\n\r\n".utf8)

  private let rules: HTTP1RulesHandler
  private var held = ByteBuffer() {
    didSet { rules.isMoreHeld = held.readableBytes > 0 }
  }
  /// Whether the next handlers wait for more bytes.
  private var isReadWanted = false
  private var isPassing = false
  /// Whether the client sends nothing after the held bytes.
  private var isInputClosed = false

  init(_ rules: HTTP1RulesHandler) { self.rules = rules }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if held.readableBytes == 0 { held = bytes } else { held.writeBuffer(&bytes) }
  }

  func channelReadComplete(context: ChannelHandlerContext) { passOn(context) }

  func read(context: ChannelHandlerContext) {
    if held.readableBytes == 0 { context.read() } else { isReadWanted = true }
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    // An answer may be complete now.
    if held.readableBytes > 0 { passOn(context) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .some(.inputClosed) = event as? ChannelEvent, held.readableBytes > 0 {
      isInputClosed = true
      passOn(context)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  /// The number of held bytes that are decoded next: not more than belong to one request, if that is known.
  private var nextPart: Int {
    guard rules.isReceiving else {
      let part = held.readableBytesView.prefix(Self.headPartMax)
      let end = part.firstRange(of: Self.headEnd)?.upperBound ?? part.endIndex
      return end - part.startIndex
    }
    let limit = rules.bodyBytesLeft.map { min($0, Self.bodyPartMax) } ?? Self.headPartMax
    return min(max(1, limit), held.readableBytes)
  }

  private func passOn(_ context: ChannelHandlerContext) {
    guard !isPassing else { return }
    isPassing = true
    while held.readableBytes > 0, !rules.isAnswering {
      guard let part = held.readSlice(length: nextPart) else { break }
      context.fireChannelRead(wrapInboundOut(part))
    }
    isPassing = false
    context.fireChannelReadComplete()
    guard held.readableBytes == 0 else { return }
    held = ByteBuffer()
    if isInputClosed {
      isInputClosed = false
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }
    if isReadWanted {
      isReadWanted = false
      context.read()
    }
  }
}
