import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Collector

/// The handler between a connection that is played by the test and Hummingbird.
@Suite struct ConnectionTimeLimitHandlerTests {
  /// Keeps what is written until the test lets it through, as a client that does not read. The channel of the
  /// test cannot end one direction, so this is kept, too.
  private final class Dam: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    var isClosed = false
    private var held: [(NIOAny, EventLoopPromise<Void>?)] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      held.append((data, promise))
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      guard mode == .all else { return }
      isClosed = true
      context.close(mode: mode, promise: promise)
    }

    func open(context: ChannelHandlerContext) {
      for (data, promise) in held { context.write(data, promise: promise) }
      context.flush()
    }
  }

  private let channel: EmbeddedChannel
  private let dam = Dam()

  init() throws {
    let handler = ConnectionTimeLimitHandler(
      requestLimit: .seconds(10), idleLimit: .seconds(10), metrics: Metrics())
    channel = EmbeddedChannel(handlers: [dam, handler])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let head = HTTPRequest(method: .put, scheme: "http", authority: "localhost", path: "/")
    try channel.writeInbound(HTTPRequestPart.head(head))
  }

  @Test func `a connection that the server ends waits for its last response`() throws {
    try channel.writeInbound(HTTPRequestPart.end(nil))
    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    // What Hummingbird does after the event: it writes the end of the response, and closes.
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
    channel.close(promise: nil)
    #expect(!dam.isClosed)
    dam.open(context: try channel.pipeline.syncOperations.context(handler: dam))
    #expect(dam.isClosed)
  }

  /// Hummingbird closes a connection to which it cannot write, and that could destroy the answer.
  @Test func `after status 408 only the handler closes the connection`() throws {
    channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(throws: ChannelError.self) {
      try channel.writeAndFlush(HTTPResponsePart.end(nil)).wait()
    }
    channel.close(promise: nil)
    #expect(!dam.isClosed)
    channel.embeddedEventLoop.advanceTime(by: .seconds(5))
    #expect(dam.isClosed)
  }

  @Test func `if a client does not read its response, the connection is closed`() throws {
    try channel.writeInbound(HTTPRequestPart.end(nil))
    channel.embeddedEventLoop.advanceTime(by: .seconds(100))
    channel.isWritable = false
    channel.pipeline.fireChannelWritabilityChanged()
    channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    #expect(!dam.isClosed)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(dam.isClosed)
  }

  @Test func `no timer is left when the connection is closed`() throws {
    try channel.close().wait()
    // A timer that fires would close the connection again.
    dam.isClosed = false
    channel.embeddedEventLoop.advanceTime(by: .seconds(1_000))
    #expect(!dam.isClosed)
  }
}
