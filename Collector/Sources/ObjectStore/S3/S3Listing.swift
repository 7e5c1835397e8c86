import Foundation

#if os(Linux)
  import FoundationXML
#endif

/// Reads the answer of `ListObjectsV2`.
enum S3Listing {
  /// Returns the objects, in the order of the answer; nil if it is no list.
  static func objects(in body: [UInt8]) -> [StoredObject]? {
    let reader = Reader()
    let parser = XMLParser(data: Data(body))
    parser.delegate = reader
    guard parser.parse(), reader.isList, !reader.isDamaged else { return nil }
    return reader.objects
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var objects: [StoredObject] = []
    var isList = false
    var isDamaged = false
    private var text = ""
    private var values: [String: String]?

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      text = ""
      if name == "ListBucketResult" { isList = true }
      if name == "Contents" { values = [:] }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      guard name == "Contents", let found = values else {
        values?[name] = text
        return
      }
      values = nil
      guard let key = found["Key"], let size = found["Size"].flatMap({ Int64($0) }),
        let time = found["LastModified"].flatMap(Self.seconds)
      else {
        isDamaged = true
        return
      }
      objects.append(StoredObject(key: key, byteCount: size, time: time))
    }

    /// Of a time such as `2026-11-30T22:10:25.000Z`.
    private static func seconds(_ text: String) -> Int64? {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
      return (try? Date(text, strategy: style)).map { Int64($0.timeIntervalSince1970) }
    }
  }
}
