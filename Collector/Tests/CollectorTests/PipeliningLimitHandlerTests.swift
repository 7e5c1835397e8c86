import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Collector

/// The handler between a connection that is played by the test and the decoder of HTTP.
@Suite struct PipeliningLimitHandlerTests {
  private let channel = EmbeddedChannel()

  init() throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
    let rules = HTTP1RulesHandler(bodyBytesMax: 1 << 20, metrics: Metrics())
    try pipeline.addHandler(rules)
    try pipeline.addHandler(PipeliningLimitHandler(rules), position: .first)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 80), promise: nil)
  }

  private func request(_ number: Int, body: String = "") -> String {
    "PUT /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private final class Receiving {
    var path = ""
    var bodySize = 0
  }

  private let receiving = Receiving()

  /// The paths and the body sizes of the requests that have been decoded completely since the last call.
  private func decoded() throws -> [(path: String, bodySize: Int)] {
    var requests: [(path: String, bodySize: Int)] = []
    while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
      switch part {
      case .head(let head): (receiving.path, receiving.bodySize) = (head.uri, 0)
      case .body(let bytes): receiving.bodySize += bytes.readableBytes
      case .end: requests.append((receiving.path, receiving.bodySize))
      }
    }
    return requests
  }

  private func answer() throws {
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "0"])
    try channel.writeOutbound(HTTPServerResponsePart.head(head))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
  }

  /// With bodies of which 2 KiB end in the middle, and without.
  @Test(arguments: ["", "ab", String(repeating: "x", count: 1_985)])
  func `of many requests at once, one is decoded before it is answered`(body: String) throws {
    let count = 300
    let requests = (0..<count).map { request($0, body: body) }
    try channel.writeInbound(ByteBuffer(string: requests.joined()))
    for number in 0..<count {
      let next = try decoded()
      #expect(next.map(\.path) == ["/\(number)"])
      #expect(next.map(\.bodySize) == [body.utf8.count])
      try answer()
    }
    #expect(try decoded().isEmpty)
  }

  /// The length of a body in parts is known only at its end.
  @Test func `few requests with bodies of unknown length are decoded before they are answered`()
    throws
  {
    let count = 500
    let request =
      "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
    try channel.writeInbound(ByteBuffer(string: String(repeating: request, count: count)))
    var answered = 0
    while case let next = try decoded().count, next > 0 {
      #expect(next <= 40)
      for _ in 0..<next { try answer() }
      answered += next
    }
    #expect(answered == count)
  }

  @Test func `a large body arrives without an answer`() throws {
    let body = String(repeating: "x", count: 1 << 18)
    try channel.writeInbound(ByteBuffer(string: request(0, body: body)))
    #expect(try decoded().map(\.bodySize) == [body.utf8.count])
  }

  @Test func `the end of what a client sends comes after its requests`() throws {
    final class Ends: ChannelInboundHandler {
      typealias InboundIn = HTTPServerRequestPart
      var count = 0
      func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { count += 1 }
      }
    }
    let ends = Ends()
    try channel.pipeline.syncOperations.addHandler(ends)
    let count = 100
    try channel.writeInbound(ByteBuffer(string: (0..<count).map { request($0) }.joined()))
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    var answered = 0
    while case let next = try decoded().count, next > 0 {
      #expect(ends.count == (answered + next == count ? 1 : 0))
      for _ in 0..<next { try answer() }
      answered += next
    }
    #expect(answered == count)
    #expect(ends.count == 1)
  }
}
