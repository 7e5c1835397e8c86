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

  /// The maximum number of bytes that are decoded at once. Several small requests can be in them.
  private static let bytesMax = 2 << 10
  /// The same while a body arrives.
  private static let bodyBytesMax = 16 << 10

  private let rules: HTTP1RulesHandler
  private var held = ByteBuffer()
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

  private func passOn(_ context: ChannelHandlerContext) {
    guard !isPassing else { return }
    isPassing = true
    while held.readableBytes > 0, !rules.isAnswering {
      let count = rules.isReceiving ? Self.bodyBytesMax : Self.bytesMax
      guard let part = held.readSlice(length: min(count, held.readableBytes)) else { break }
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
