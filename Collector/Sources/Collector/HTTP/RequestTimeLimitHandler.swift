import Foundation
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Closes connections whose client sends its request, or reads the response, too slowly.
///
/// A request may take `limit` from its head to its end; after that, the client receives status 408
/// and the connection is closed. This also limits the time for which the rest of a refused body is
/// read and discarded. If a client reads nothing of a response for `limit`, the connection is
/// closed. The server's idle timeout limits the wait for the first head and between two requests.
final class RequestTimeLimitHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The longest time for which a connection stays open after status 408 was sent.
  private static let lingering = TimeAmount.seconds(5)

  private let limit: TimeAmount
  private let metrics: Metrics
  private var readDeadline: Scheduled<Void>?
  private var writeDeadline: Scheduled<Void>?
  /// The number of requests whose response is not complete.
  private var pendingResponses = 0
  /// Whether the response to the oldest of these requests has begun.
  private var hasResponseBegun = false
  /// Whether the connection is being closed; if so, nothing more is read from it and other writes
  /// fail.
  private var isClosing = false

  init(limit: Duration, metrics: Metrics) {
    self.limit = TimeAmount(limit)
    self.metrics = metrics
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head:
      pendingResponses += 1
      readDeadline?.cancel()
      readDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
        self.readTimedOut(context: context)
      }
    case .body:
      break
    case .end:
      readDeadline?.cancel()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isClosing else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      hasResponseBegun = head.status.kind != .informational
    case .body:
      break
    case .end:
      pendingResponses -= 1
      hasResponseBegun = false
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    writeDeadline?.cancel()
    if !context.channel.isWritable {
      writeDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
        self.closeConnection(context: context)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    cancelDeadlines()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    cancelDeadlines()
  }

  private func cancelDeadlines() {
    readDeadline?.cancel()
    writeDeadline?.cancel()
  }

  private func readTimedOut(context: ChannelHandlerContext) {
    guard pendingResponses == 1, !hasResponseBegun else {
      closeConnection(context: context)
      return
    }
    isClosing = true
    let problem = Problem(
      .requestTimeout,
      "The body did not arrive in \(limit.nanoseconds / 1_000_000) ms. Send the request again.")
    metrics.countRejected(problem.kind)
    var head = HTTPResponse(status: .requestTimeout, headerFields: problem.headers)
    head.headerFields[.connection] = "close"
    head.headerFields[.contentLength] = String(problem.json.count)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: problem.json))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    // If a connection is closed while data of the client waits to be read, the client may lose the answer.
    // So the server only ends its own side, and reads what still comes.
    context.close(mode: .output, promise: nil)
    context.eventLoop.assumeIsolated().scheduleTask(in: min(limit, Self.lingering)) {
      self.closeConnection(context: context)
    }
    context.read()
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if isClosing { context.read() }
    context.fireChannelReadComplete()
  }

  private func closeConnection(context: ChannelHandlerContext) {
    isClosing = true
    context.close(promise: nil)
  }
}
