import Foundation

/// The received part of a download, with what identifies the resource.
struct ResumeData: Codable, Equatable {
  var url: URL
  /// The ETag, or else the Last-Modified date, of the first response.
  var validator: String
  var received: Data

  /// Returns nil if Apple's conditions are not met: a GET over HTTP, a response 200 or 206 with an
  /// ETag or a Last-Modified date, and byte ranges that the server does not refuse.
  init?(_ request: URLRequest?, _ response: URLResponse?, _ received: Data) {
    guard let url = request?.url, (request?.httpMethod ?? "GET") == "GET",
      let response = response as? HTTPURLResponse,
      response.statusCode == 200 || response.statusCode == 206,
      response.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased() != "none",
      let validator = response.value(forHTTPHeaderField: "ETag")
        ?? response.value(forHTTPHeaderField: "Last-Modified")
    else { return nil }
    // A weak tag must not be used in If-Range.
    guard !validator.hasPrefix("W/") else { return nil }
    (self.url, self.validator, self.received) = (url, validator, received)
  }

  /// Reads the data that `encoded` has written; nil for other data.
  init?(_ data: Data) {
    guard let read = try? PropertyListDecoder().decode(ResumeData.self, from: data) else {
      return nil
    }
    self = read
  }

  var encoded: Data? { try? PropertyListEncoder().encode(self) }

  /// The request for the rest.
  var request: URLRequest {
    var request = URLRequest(url: url)
    request.setValue("bytes=\(received.count)-", forHTTPHeaderField: "Range")
    request.setValue(validator, forHTTPHeaderField: "If-Range")
    return request
  }
}
