import Foundation

/// Reads lines from a socket and waits for them.
final class LineReader {
  private let descriptor: Int32
  private var bytes = Data()

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The reason why there is no further line.
  enum Problem: Error { case ended, timedOut }

  /// Returns the next line without its line break; nil at the end.
  func next() -> Data? { try? next(within: nil).get() }

  /// Returns the next line without its line break.
  ///
  /// - Parameter limit: the real time in seconds that a part of the line may take to arrive; nil: any.
  func next(within limit: Int?) -> Result<Data, Problem> {
    var searched = bytes.startIndex
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        let line = Data(bytes[..<end])
        bytes = Data(bytes[(end + 1)...])
        return .success(line)
      }
      searched = bytes.endIndex
      if let limit {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, Int32(limit) * 1_000) > 0 else { return .failure(.timedOut) }
      }
      var part = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .failure(.ended) }
      bytes.append(contentsOf: part[..<count])
    }
  }
}

enum LineWriter {
  /// Writes a line to a socket.
  ///
  /// - Returns: false if nobody reads any more.
  @discardableResult static func write(_ line: Data, to descriptor: Int32) -> Bool {
    var rest = line + [0x0A]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
