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
    /// The statuses of the responses whose head was written.
    var statuses: [Int] {
      held.compactMap { data, _ in
        guard case .head(let head) = unwrapOutboundIn(data) else { return nil }
        return head.status.code
      }
    }
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
  private weak var handler: ConnectionTimeLimitHandler?

  init() throws {
    let handler = ConnectionTimeLimitHandler(
      requestLimit: .seconds(10), idleLimit: .seconds(4), stopLimit: .seconds(1),
      metrics: Metrics(),
      connections: OpenConnections(connectionsMax: 9))
    self.handler = handler
    channel = EmbeddedChannel(handlers: [dam, handler])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let head = HTTPRequest(method: .put, scheme: "http", authority: "localhost", path: "/")
    try channel.writeInbound(HTTPRequestPart.head(head))
  }

  /// Hummingbird closes the connection at once when the server stops.
  @Test func `a connection that the server ends waits for its last response`() throws {
    try channel.writeInbound(HTTPRequestPart.end(nil))
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
    channel.close(promise: nil)
    #expect(!dam.isClosed)
    dam.open(context: try channel.pipeline.syncOperations.context(handler: dam))
    #expect(dam.isClosed)
  }

  @Test func `the time without a request begins when the response has been sent`() throws {
    try channel.writeInbound(HTTPRequestPart.end(nil))
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
    channel.embeddedEventLoop.advanceTime(by: .seconds(100))
    #expect(!dam.isClosed)
    dam.open(context: try channel.pipeline.syncOperations.context(handler: dam))
    channel.embeddedEventLoop.advanceTime(by: .seconds(4) - .nanoseconds(1))
    #expect(!dam.isClosed)
    channel.embeddedEventLoop.advanceTime(by: .nanoseconds(1))
    #expect(dam.isClosed)
  }

  /// Hummingbird closes a connection to which it cannot write, and that could destroy the answer.
  @Test func `after status 408 only the handler closes the connection`() throws {
    channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(dam.statuses == [408])
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
    #expect(handler != nil)
    try channel.close().wait()
    channel.embeddedEventLoop.run()
    // A timer would keep it.
    #expect(handler == nil)
  }
}
