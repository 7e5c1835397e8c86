import Foundation
import Glibc

/// A keep-alive connection to the collector, which never blocks and has at most one request in progress.
struct Connection {
  let descriptor: Int32
  private var request: [UInt8] = []
  private var sentCount = 0
  private var answer: [UInt8] = []

  init(port: Int) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    require(descriptor >= 0, "no socket: \(String(cString: strerror(errno)))")
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    require(result == 0, "cannot connect: \(String(cString: strerror(errno)))")
    var one: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Whether a part of the request waits for room in the buffer of the system.
  var isSending: Bool { sentCount < request.count }

  mutating func begin(_ request: [UInt8]) {
    self.request = request
    sentCount = 0
    answer.removeAll(keepingCapacity: true)
    send()
  }

  mutating func send() {
    while isSending {
      let count = request.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress! + sentCount, $0.count - sentCount, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else {
        require(errno == EAGAIN, "cannot send: \(String(cString: strerror(errno)))")
        return
      }
      sentCount += count
    }
  }

  /// Reads what has arrived. Returns the status once the answer is complete.
  mutating func receive() -> Int? {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      while true {
        let count = recv(descriptor, buffer.baseAddress!, buffer.count, 0)
        guard count > 0 else {
          require(
            count < 0 && errno == EAGAIN, "the collector has closed a connection: \(text)")
          return
        }
        answer.append(contentsOf: buffer[..<count])
        if count < buffer.count { return }
      }
    }
    return status
  }

  var text: String { String(decoding: answer, as: UTF8.self) }

  /// The status of the answer; nil while it is not complete.
  private var status: Int? {
    guard answer.count > 12, let headEnd = Self.end(ofHead: answer) else { return nil }
    let status = answer[9..<12].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    let head = String(decoding: answer[..<headEnd], as: UTF8.self).lowercased()
    if let field = head.firstRange(of: "content-length: ") {
      let length = Int(head[field.upperBound...].prefix { $0.isNumber })!
      return answer.count >= headEnd + length ? status : nil
    }
    // Otherwise the body has chunks, the last of which is empty.
    return answer.suffix(5).elementsEqual("0\r\n\r\n".utf8) ? status : nil
  }

  private static func end(ofHead bytes: [UInt8]) -> Int? {
    let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    var index = 3
    while index < bytes.count {
      if bytes[index] == lf, bytes[index - 1] == cr, bytes[index - 2] == lf { return index + 1 }
      index += 1
    }
    return nil
  }
}
