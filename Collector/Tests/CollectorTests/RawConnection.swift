import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A TCP connection on which a test sends any bytes at any speed.
///
/// Blocking calls run on their own threads, so that they take no threads from the server under
/// test.
final class RawConnection: Sendable {
  private let descriptor: Int32

  init(port: Int) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    // Only a test that fails waits this long: it is meant for machines that are far too busy.
    var timeout = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
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
        let count = recv(self.descriptor, &buffer, buffer.count, 0)
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

  /// Returns whether the other side closes the connection; data that it sends before is ignored.
  func waitForClose() async -> Bool { await bytesUntilClose() != nil }

  /// Returns whether the other side ends the connection in order, and not with a reset. Many systems discard
  /// what they have received when they get a reset.
  func endsInOrder() async -> Bool {
    await offPool {
      var byte: UInt8 = 0
      return recv(self.descriptor, &byte, 1, 0) == 0
    }
  }

  /// Returns the number of bytes that arrive before the other side closes the connection; nil if it
  /// does not close it.
  func bytesUntilClose() async -> Int? { await dataUntilClose()?.count }

  /// Returns the text that arrives before the other side closes the connection; nil if it does not close
  /// it.
  func textUntilClose() async -> String? {
    await dataUntilClose().map { String(decoding: $0, as: UTF8.self) }
  }

  func dataUntilClose() async -> [UInt8]? {
    await offPool {
      var data: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = recv(self.descriptor, &buffer, buffer.count, 0)
        guard count <= 0 else {
          data += buffer[..<count]
          continue
        }
        return count == 0 || errno == ECONNRESET ? data : nil
      }
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
      let count = recv(descriptor, &buffer, buffer.count, 0)
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

/// Runs blocking code on its own thread, so that it does not block the shared thread pool.
private func offPool<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
