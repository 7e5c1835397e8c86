import Foundation
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// An inbound event: the last answer of a connection has been sent, and what still arrives is discarded.
struct LastAnswerSent {}

/// An inbound event: the server stops, and waits only for a short time for requests in progress.
struct ServerStops {}

/// An inbound error: the rest of the current request will not arrive. Without it, Hummingbird would take the
/// end of the connection for the end of a body that has no length.
struct RequestCutOff: Error {
  /// Whether the client got an answer for it, which was counted.
  var isAnswered: Bool
}

/// Closes connections whose client sends its request, or reads the response, too slowly.
///
/// `ConnectionTimeLimits` has the rules. A request that does not arrive in time gets status 408, and then
/// the connection is closed. Hummingbird's own idle timeout must not be set: it would close the connection
/// at the moment at which the answer is sent.
final class ConnectionTimeLimitHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let requestLimit: TimeAmount
  private let idleLimit: TimeAmount
  private let stopLimit: TimeAmount
  private let metrics: Metrics
  private let connections: OpenConnections
  /// The number of the connection; nil unless it is open.
  private var number: UInt64?
  private var limits: ConnectionTimeLimits
  private var timer: (deadline: NIODeadline, task: Scheduled<Void>)?
  /// Whether nothing more is read from the connection, and other writes fail.
  private var isEnding = false
  /// The write of the end of the newest response, which closing the connection waits for.
  private var lastWrite: EventLoopFuture<Void>?

  init(
    requestLimit: Duration, idleLimit: Duration, stopLimit: Duration, metrics: Metrics,
    connections: OpenConnections
  ) {
    self.connections = connections
    self.requestLimit = TimeAmount(requestLimit)
    self.idleLimit = TimeAmount(idleLimit)
    self.stopLimit = TimeAmount(stopLimit)
    self.metrics = metrics
    limits = ConnectionTimeLimits(
      requestLimit: self.requestLimit, idleLimit: self.idleLimit, openedAt: .now())
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { opened(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    opened(context)
    context.fireChannelActive()
  }

  private func opened(_ context: ChannelHandlerContext) {
    limits = ConnectionTimeLimits(
      requestLimit: requestLimit, idleLimit: idleLimit, openedAt: context.eventLoop.now)
    updateTimer(context)
    if number == nil { number = connections.opened(closingIfWaiting(context)) }
  }

  private func closingIfWaiting(_ context: ChannelHandlerContext) -> @Sendable () -> Void {
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    return { [eventLoop = context.eventLoop] in
      eventLoop.execute {
        let (handler, context) = bound.value
        if handler.limits.isIdle {
          context.close(promise: nil)
        } else {
          handler.connections.makeRoom()
        }
      }
    }
  }

  private func updateWaiting() {
    if let number { connections.setWaiting(limits.isIdle, number) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isEnding else { return }
    switch unwrapInboundIn(data) {
    case .head:
      limits.headArrived(at: context.eventLoop.now)
      updateWaiting()
    case .body: break
    case .end: limits.requestEnded(at: context.eventLoop.now)
    }
    updateTimer(context)
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if isEnding { context.read() }
    context.fireChannelReadComplete()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isEnding else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    var promise = promise
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if head.status.kind != .informational { limits.responseBegan() }
    case .body:
      break
    case .end:
      let sent = promise ?? context.eventLoop.makePromise()
      promise = sent
      lastWrite = sent.futureResult
      sent.futureResult.assumeIsolated().whenComplete { _ in
        self.limits.responseEnded(at: context.eventLoop.now)
        self.updateWaiting()
        if context.channel.isActive { self.updateTimer(context) }
      }
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    limits.writabilityChanged(
      isWritable: context.channel.isWritable, unsentBytes: unsentBytes(context),
      at: context.eventLoop.now)
    updateTimer(context)
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ServerStops:
      limits.stop(within: stopLimit, at: context.eventLoop.now)
      if context.channel.isActive { updateTimer(context) }
    case is LastAnswerSent:
      isEnding = true
      limits.lastAnswerSent(at: context.eventLoop.now)
      updateTimer(context)
      context.read()
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  /// Lets an answer that is being sent arrive before Hummingbird closes the connection.
  ///
  /// Hummingbird closes it at once when the end of a response has been written and the server stops, or the
  /// client has ended its side, and when Hummingbird cannot write its own response after status 408.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if mode != .input, isEnding {
      context.channel.closeFuture.cascade(to: promise)
    } else if mode != .input, let lastWrite {
      lastWrite.assumeIsolated().whenComplete { _ in context.close(mode: mode, promise: promise) }
    } else {
      context.close(mode: mode, promise: promise)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    cancelTimer()
    if let number { connections.closed(number) }
    number = nil
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    cancelTimer()
  }

  /// Sets the timer if the deadline is earlier than its time. If it is later, the timer is set again when it
  /// fires, so that a request usually moves no timer.
  private func updateTimer(_ context: ChannelHandlerContext) {
    guard let deadline = limits.deadline else { return }
    if let timer {
      guard deadline < timer.deadline else { return }
      timer.task.cancel()
    }
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.timerFired(context)
    }
    timer = (deadline, task)
  }

  private func cancelTimer() {
    timer?.task.cancel()
    timer = nil
  }

  private func timerFired(_ context: ChannelHandlerContext) {
    timer = nil
    switch limits.timeReached(at: context.eventLoop.now, unsentBytes: unsentBytes(context)) {
    case .answerTimeout: answerTimeout(context)
    case .close: context.close(promise: nil)
    case nil: break
    }
    if context.channel.isActive { updateTimer(context) }
  }

  private func unsentBytes(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  private func answerTimeout(_ context: ChannelHandlerContext) {
    isEnding = true
    let problem = Problem(
      .requestTimeout,
      "The body did not arrive in \(requestLimit.nanoseconds / 1_000_000) ms. Send the request again."
    )
    metrics.countRejected(problem.kind)
    var head = HTTPResponse(status: .requestTimeout, headerFields: problem.headers)
    head.headerFields[.connection] = "close"
    head.headerFields[.contentLength] = String(problem.json.count)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: problem.json))), promise: nil)
    // `HTTP1RulesHandler` then ends only the server's side, and what still comes is read: see
    // `ConnectionTimeLimits`.
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.fireErrorCaught(RequestCutOff(isAnswered: true))
    context.read()
  }
}
