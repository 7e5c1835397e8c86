import CollectorContract
import CollectorImports
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Follows the rules of HTTP/1 for which a handler has to see the messages before they lose their version.
///
/// - A client that waits for `100 Continue` gets it, unless its body is too large.
/// - A client of HTTP/1.0 gets an answer of that version. The connection is closed after it, unless the
///   client wants to keep it.
/// - Data that is not HTTP is answered with a problem, and the connection is closed.
/// - Characters of a path that need not be escaped are unescaped, so that `/v1/devices/ph%6Fne` is
///   `/v1/devices/phone` (RFC 3986, section 6.2.2.2). The words of the routes themselves must not be escaped:
///   the rules of a proxy for `/devices` would not hold for `/%64evices`.
/// - A request that names no host, or more than one, gets no name (`RequestRules` refuses it), but the field is
///   optional in HTTP/1.0.
/// - Every answer has the fields with which a browser does not guess another type for it, and pages of other sites
///   cannot load it.
final class HTTP1RulesHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let bodyBytesMax: Int
  private let metrics: Metrics
  /// A request without a complete response.
  private struct Pending {
    var version: HTTPVersion
    /// Whether the connection is kept after the response.
    var isKept: Bool
    /// Whether the client sends the body when it gets `100 Continue`.
    var waitsForContinue: Bool
  }

  private var pending: [Pending] = []
  /// Whether a part of the newest request has not arrived.
  private(set) var isReceiving = false
  /// The number of bytes of its body that have not arrived; nil if it has not announced the number.
  private(set) var bodyBytesLeft: Int? = 0
  /// Whether the client has sent something that was not passed on to this handler.
  var isMoreHeld = false
  /// Whether the connection is closed after the answer that is being sent; what still comes is discarded.
  private var isClosing = false

  /// Whether a complete request has no complete answer.
  var isAnswering: Bool { pending.count > (isReceiving ? 1 : 0) && !isClosing }

  init(bodyBytesMax: Int, metrics: Metrics) {
    self.bodyBytesMax = bodyBytesMax
    self.metrics = metrics
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    var head: HTTPRequestHead
    switch unwrapInboundIn(data) {
    case .head(let received):
      head = received
    case .body(let bytes):
      bodyBytesLeft = bodyBytesLeft.map { max(0, $0 - bytes.readableBytes) }
      context.fireChannelRead(data)
      return
    case .end:
      isReceiving = false
      context.fireChannelRead(data)
      return
    }
    isReceiving = true
    bodyBytesLeft =
      head.headers.contains(name: "transfer-encoding")
      ? nil : head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
    // After a request to change the protocol, NIO's parser reads no other request.
    let asksForOtherProtocol = head.method == .CONNECT || head.headers.contains(name: "upgrade")
    pending.append(
      Pending(
        version: head.version, isKept: head.isKeepAlive && !asksForOtherProtocol,
        waitsForContinue: waitsForContinue(head)))
    if pending.count == 1 { letFirstContinue(context) }
    if head.headers["host"].count > 1 {
      head.headers.remove(name: "host")
    } else if head.version == .http1_0, !head.headers.contains(name: "host") {
      head.headers.add(name: "host", value: "")
    }
    head.uri = Self.normalized(head.uri)
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  private func letFirstContinue(_ context: ChannelHandlerContext) {
    guard pending.first?.waitsForContinue == true, isReceiving else { return }
    pending[0].waitsForContinue = false
    let answer = HTTPResponseHead(version: .http1_1, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(answer)), promise: nil)
  }

  private func waitsForContinue(_ head: HTTPRequestHead) -> Bool {
    guard head.version != .http1_0,
      head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" })
    else { return false }
    let length = head.headers.first(name: "content-length").flatMap { Int($0) }
    return length.map { $0 <= bodyBytesMax } ?? false
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if let request = pending.first {
        head.version = request.version
        if head.headers[canonicalForm: "connection"].contains("close") { pending[0].isKept = false }
        if !request.isKept { head.headers.replaceOrAdd(name: "connection", value: "close") }
      }
      writeHead(head, context, promise)
    case .body:
      context.write(data, promise: promise)
    case .end:
      guard !pending.isEmpty, !pending.removeFirst().isKept else {
        context.write(data, promise: promise)
        letFirstContinue(context)
        return
      }
      closeAfter(.end(nil), context, promise)
    }
  }

  /// Writes the head of an answer with the fields that every one has.
  private func writeHead(
    _ head: HTTPResponseHead, _ context: ChannelHandlerContext,
    _ promise: EventLoopPromise<Void>? = nil
  ) {
    var head = head
    head.headers.replaceOrAdd(name: "x-content-type-options", value: "nosniff")
    head.headers.replaceOrAdd(name: "cross-origin-resource-policy", value: "same-origin")
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }

  /// Writes the last part of an answer, and closes the connection when everything has been sent.
  ///
  /// If the client is still sending, closing at once could destroy the answer on its way. So the server ends
  /// only its own side then, and `ConnectionTimeLimitHandler` closes the connection a little later.
  private func closeAfter(
    _ part: HTTPServerResponsePart, _ context: ChannelHandlerContext,
    _ promise: EventLoopPromise<Void>? = nil
  ) {
    isClosing = true
    let sent = context.eventLoop.makePromise(of: Void.self)
    let isReceiving = isReceiving || isMoreHeld
    sent.futureResult.assumeIsolated().whenComplete { _ in
      context.close(mode: isReceiving ? .output : .all, promise: nil)
      if isReceiving { context.fireUserInboundEventTriggered(LastAnswerSent()) }
    }
    if let promise { sent.futureResult.cascade(to: promise) }
    context.writeAndFlush(wrapOutboundOut(part), promise: sent)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else {
      context.fireErrorCaught(error)
      return
    }
    // The last answer is being sent, and what comes after the request does not matter.
    guard !isClosing else { return }
    // A request gets one answer, and one that is not complete cannot be followed by another one.
    guard pending.isEmpty, !isReceiving else {
      isClosing = true
      context.fireErrorCaught(RequestCutOff(isAnswered: pending.isEmpty))
      context.close(promise: nil)
      return
    }
    isReceiving = true  // The end of this request cannot be known.
    let problem = Problem(
      .invalidRequest,
      error == .headerOverflow
        ? "The head of the request is too long: one field may have 8 KiB, and all of them 16 KiB."
        : "This is not a request of HTTP/1.1: \(error).")
    metrics.countRejected(problem.kind)
    var head = HTTPResponseHead(
      version: .http1_1, status: .init(statusCode: problem.kind.status))
    for field in problem.headers { head.headers.add(name: field.name.rawName, value: field.value) }
    head.headers.add(name: "connection", value: "close")
    head.headers.add(name: "content-length", value: String(problem.json.count))
    writeHead(head, context)
    context.write(
      wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: problem.json)))), promise: nil)
    closeAfter(.end(nil), context)
  }

  /// The words of the routes, which a request must not escape.
  static let routeWords: Set<String> = Set(
    [
      "assets", "chunks", "clocks", "curve", "data", "devices", "enroll", "enrollments", "events",
      "gaps",
      "healthz", "import", "last-night", "metrics", "nights", "shared", "streams", "v1",
    ]
      + (ForeignFormat.all.flatMap(\.ownPaths) + Asset.all.map(\.path))
      .flatMap { $0.split(separator: "/").map(String.init) }
      + NightFiles.Format.allCases.map(\.rawValue)
      + ReadRoutes.SampleFormat.allCases.map(\.rawValue))

  /// Returns a request target whose escapes are only those that are needed.
  static func normalized(_ target: String) -> String {
    guard target.utf8.contains(UInt8(ascii: "%")) else { return target }
    return target.split(separator: "/", omittingEmptySubsequences: false).map { part in
      let text = unescaped(part)
      return routeWords.contains(text) ? String(part) : text
    }.joined(separator: "/")
  }

  private static func unescaped(_ part: Substring) -> String {
    var result: [UInt8] = []
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = hexadecimal(rest.prefix(2)), isUnreserved(value) {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2, digits.first != UInt8(ascii: "+") else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Adds a handler to a channel, in front of the one that makes requests without a version, and one that limits what
  /// it gets at once.
  final class Installer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    /// The bytes of answers that the system keeps while a client does not read. Linux doubles it, and would otherwise
    /// keep 4 MiB for each connection.
    private static let sendBufferBytes = 256 << 10

    private let bodyBytesMax: Int
    private let metrics: Metrics

    init(bodyBytesMax: Int, metrics: Metrics) {
      self.bodyBytesMax = bodyBytesMax
      self.metrics = metrics
    }

    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      // A connection that has just been closed has no options, and another kind of channel has no buffer.
      try? context.channel.syncOptions?.setOption(
        .socketOption(.so_sndbuf), value: Self.sendBufferBytes)
      do {
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        let rules = HTTP1RulesHandler(bodyBytesMax: bodyBytesMax, metrics: metrics)
        try pipeline.addHandler(rules, position: .before(codec))
        try pipeline.addHandler(PipeliningLimitHandler(rules), position: .first)
      } catch {
        preconditionFailure("the pipeline of the server has no codec for HTTP/1: \(error)")
      }
    }
  }
}
