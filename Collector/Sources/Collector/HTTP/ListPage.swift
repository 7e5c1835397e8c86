import CollectorContract
import HTTPTypes
import Hummingbird

/// The part of a list that one answer contains, with the link to the next part (RFC 8288).
struct ListPage {
  /// The maximum number of entries in an answer.
  static let limitMax = 10_000
  static let limitDefault = 1_000

  /// The number of entries that the answer may have.
  let limit: Int
  /// The value of the parameter `after`, which is where the page before has ended.
  let after: String?
  private let path: String
  private let parameters: [(name: String, value: String)]

  init(
    _ request: Request, limitMax: Int = limitMax, limitDefault: Int = limitDefault
  ) throws(Problem) {
    path = request.uri.path
    parameters = request.uri.queryParameters.map { (String($0.key), String($0.value)) }
    after = request.uri.queryParameters["after"].map(String.init)
    guard let text = request.uri.queryParameters["limit"] else {
      limit = limitDefault
      return
    }
    guard let limit = Int(text), (1...limitMax).contains(limit) else {
      throw Problem(.invalidRequest, "limit must be a number from 1 to \(limitMax).")
    }
    self.limit = limit
  }

  /// Returns `after`, converted. Throws `.invalidRequest` if it is not what a link contains.
  func after<Value>(_ convert: (String) -> Value?) throws(Problem) -> Value? {
    guard let after else { return nil }
    guard let value = convert(after) else {
      throw Problem(
        .invalidRequest,
        "The parameter after is not valid. Use the link of the page before, or leave it out.")
    }
    return value
  }

  /// Responds with the entries as JSON. Ask the storage for `limit + 1` entries: if there is one more than
  /// `limit`, the answer has a link to the next page.
  func response<Entry, Report: Encodable>(
    _ key: String, _ entries: [Entry], cursor: (Entry) -> some CustomStringConvertible,
    _ report: (Entry) -> Report
  ) -> Response {
    response(
      [key: entries.prefix(limit).map(report)],
      next: entries.count > limit ? cursor(entries[limit - 1]) : nil)
  }

  /// Responds with JSON, with a link to the next page if there is one.
  func response(
    _ content: some Encodable, next: (some CustomStringConvertible)?
  ) -> Response {
    var response = JSON.response(content)
    if let next { response.headers[.link] = link(after: "\(next)") }
    return response
  }

  private func link(after cursor: String) -> String {
    let others = parameters.filter { $0.name != "after" }
    let query = (others + [("after", cursor)]).map { "\($0.name)=\(escapeURL($0.value))" }
    return "<\(path)?\(query.joined(separator: "&"))>; rel=\"next\""
  }
}

extension HTTPField.Name {
  /// The field of RFC 8288.
  static let link = HTTPField.Name("Link")!
}
