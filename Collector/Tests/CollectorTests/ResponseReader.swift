import Foundation
import HTTPTypes

/// Reads one response of HTTP/1.1 or HTTP/1.0 from the bytes of a connection.
struct ResponseReader {
  private var bytes: [UInt8] = []
  private var head: (status: Int, fields: HTTPFields, end: Int)?

  /// Adds received bytes.
  mutating func add(_ part: some Sequence<UInt8>) {
    bytes += part
    if head == nil { head = Self.head(of: bytes) }
  }

  /// The response; nil while a part of it is missing.
  var answer: Answer? {
    guard let head else { return nil }
    let body: [UInt8]
    if head.fields[.transferEncoding] == "chunked" {
      guard bytes.suffix(5).elementsEqual("0\r\n\r\n".utf8),
        let whole = Self.joined(chunks: bytes[head.end...])
      else { return nil }
      body = whole
    } else {
      let length = head.fields[.contentLength].flatMap { Int($0) } ?? 0
      guard bytes.count - head.end >= length else { return nil }
      body = Array(bytes[head.end..<head.end + length])
    }
    return Answer(
      status: head.status, headers: head.fields, body: String(decoding: body, as: UTF8.self))
  }

  private static func head(
    of bytes: [UInt8]
  ) -> (status: Int, fields: HTTPFields, end: Int)? {
    guard let end = Data(bytes).firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, ["HTTP/1.0", "HTTP/1.1"].contains(words[0]), let status = Int(words[1])
    else { return nil }
    var fields = HTTPFields()
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { return nil }
      fields.append(HTTPField(name: name, value: String(parts[1].drop { $0 == " " })))
    }
    return (status, fields, end.upperBound)
  }

  /// Returns the body from its chunks, each after a line with its length in hexadecimal digits; nil
  /// if the last chunk, which is empty, is missing.
  private static func joined(chunks: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = chunks
    var body: [UInt8] = []
    while let end = rest.firstIndex(of: 0x0D),
      let length = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16)
    {
      if length == 0 { return body }
      // The line ends with two bytes, and so does the chunk.
      guard rest.endIndex - end >= length + 4 else { return nil }
      body += rest[(end + 2)..<(end + 2 + length)]
      rest = rest[(end + 2 + length + 2)...]
    }
    return nil
  }
}
