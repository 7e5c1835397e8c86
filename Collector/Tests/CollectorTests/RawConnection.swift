import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A TCP connection on which a test sends any bytes at any speed.
///
/// Blocking calls run on their own threads, so that they take no threads from the server under
/// test. They wait as long as it takes; if the task is canceled, as by a time limit of a test, the connection ends.
final class RawConnection: Sendable {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = Self.makeSocket()
    let status = Self.withAddress(port) { connect(descriptor, $0, $1) }
    guard status == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  /// Returns a socket that has a port and accepts no connection. Nobody else gets the port until it is closed.
  static func takePort(_ port: Int) -> Int32 {
    let descriptor = makeSocket()
    var isReused: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    let status = withAddress(port) { bind(descriptor, $0, $1) }
    #expect(status == 0, "the port \(port) cannot be taken: error \(errno)")
    return descriptor
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static func withAddress(
    _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  deinit { close(descriptor) }

  /// Returns false if the other side has closed the connection.
  @discardableResult
  func send(_ bytes: [UInt8]) async -> Bool {
    await offPool { self.sendAll(bytes) }
  }

  @discardableResult
  func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  /// Returns one response with its body; nil if the other side closed the connection before the
  /// end.
  func receiveAnswer() async -> String? {
    await offPool { self.receiveAll() }
  }

  /// Returns one response with its fields and its whole body; nil if the other side closed the
  /// connection before the end.
  func receive() async -> Answer? {
    await offPool {
      var reader = ResponseReader()
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = self.receivePart(&buffer)
        guard count > 0 else { return nil }
        reader.add(buffer[..<count])
        if let answer = reader.answer { return answer }
      }
    }
  }

  /// Whether data waits to be read.
  var hasReceived: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  /// Ends the direction in which the test sends.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns when the other side has closed the connection; data that it sends before is ignored.
  func waitForClose() async { _ = await dataUntilClose() }

  /// Returns whether the other side ends the connection in order, and not with a reset. Many systems discard
  /// what they have received when they get a reset.
  func endsInOrder() async -> Bool {
    await offPool {
      var byte: [UInt8] = [0]
      return self.receivePart(&byte) == 0
    }
  }

  /// Returns the text that arrives before the other side closes the connection.
  func textUntilClose() async -> String {
    String(decoding: await dataUntilClose(), as: UTF8.self)
  }

  func dataUntilClose() async -> [UInt8] {
    await offPool {
      var data: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = self.receivePart(&buffer)
        guard count > 0 else { return data }
        data += buffer[..<count]
      }
    }
  }

  /// Waits for data; returns 0 or less after the end of the connection.
  private func receivePart(_ buffer: inout [UInt8]) -> Int {
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Runs blocking code on its own thread, so that it does not block the shared thread pool.
  private func offPool<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
      }
    } onCancel: {
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }

  private func sendAll(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        #if canImport(Glibc)
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #else
          Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func receiveAll() -> String? {
    var bytes: [UInt8] = []
    while true {
      if let answer = Self.completeAnswer(in: bytes) { return answer }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = receivePart(&buffer)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }

  private static func completeAnswer(in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let length = text[..<end.lowerBound].split(separator: "\r\n")
      .first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) }
    return text[end.upperBound...].utf8.count >= length ?? 0 ? text : nil
  }
}

extension RawConnection {
  /// Returns the head of an upload of `bytes`.
  static func putHead(
    _ chunk: TestChunk, _ bytes: [UInt8], token: String, length: Int? = nil
  ) -> String {
    """
    PUT \(chunk.path) HTTP/1.1\r
    Host: localhost\r
    Authorization: Bearer \(token)\r
    Content-Digest: \(digestField(bytes))\r
    Content-Length: \(length ?? bytes.count)\r
    \r

    """
  }
}
