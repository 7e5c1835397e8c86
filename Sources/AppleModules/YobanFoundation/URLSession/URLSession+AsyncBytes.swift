import Foundation
internal import YobanSimulatedDevices

extension URLSession {
  /// The bytes of a response, as they arrive.
  public struct AsyncBytes: AsyncSequence, @unchecked SimulationConfined {
    public typealias Element = UInt8
    public let task: URLSessionDataTask
    let source: Source

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }

    /// The lines of the body, without their ends and without empty lines, as UTF-8.
    public var lines: AsyncLineSequence { AsyncLineSequence(base: self) }

    public struct AsyncIterator: AsyncIteratorProtocol {
      let source: Source
      private var bytes: [UInt8] = []
      private var position = 0

      init(source: Source) { self.source = source }

      public mutating func next() async throws -> UInt8? {
        while position == bytes.count {
          try Task.checkCancellation()
          guard let more = try await source.next() else { return nil }
          (bytes, position) = ([UInt8](more), 0)
        }
        defer { position += 1 }
        return bytes[position]
      }
    }

    /// The lines of a response.
    public struct AsyncLineSequence: AsyncSequence, Sendable {
      public typealias Element = String
      let base: AsyncBytes

      public func makeAsyncIterator() -> Iterator { Iterator(bytes: base.makeAsyncIterator()) }

      public struct Iterator: AsyncIteratorProtocol {
        var bytes: AsyncBytes.AsyncIterator

        public mutating func next() async throws -> String? {
          var line: [UInt8] = []
          while let byte = try await bytes.next() {
            guard byte == 10 || byte == 13 else {
              line.append(byte)
              continue
            }
            if !line.isEmpty { return String(decoding: line, as: UTF8.self) }
          }
          return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }
      }
    }

    /// Passes what a task receives to the loop that reads it.
    final class Source: @unchecked SimulationConfined {
      var onResponse: ((Result<URLResponse, any Error>) -> Void)?
      private var waiting: [Data] = []
      private var end: Result<Data?, any Error>?
      private var reader: CheckedContinuation<Data?, any Error>?

      func respond(_ response: URLResponse) {
        onResponse?(.success(response))
        onResponse = nil
      }

      func receive(_ data: Data) {
        guard let reader else { return waiting.append(data) }
        self.reader = nil
        reader.resume(returning: data)
      }

      func finish(_ error: (any Error)?) {
        let end: Result<Data?, any Error> = error.map { .failure($0) } ?? .success(nil)
        self.end = end
        onResponse?(.failure(error ?? URLError(.badServerResponse)))
        onResponse = nil
        reader?.resume(with: end)
        reader = nil
      }

      func next() async throws -> Data? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        if let end { return try end.get() }
        return try await withCheckedThrowingContinuation { reader = $0 }
      }
    }
  }
}
