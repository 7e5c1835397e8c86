import Testing
import YobanSimulatedOS

@testable import YobanNetwork

/// Tests the request that follows a redirect, as a table (FT9, RFC 9110 section 15.4).
@Suite struct HTTPRedirectTests {
  private static let request = HTTPExchangeRequest(
    method: "POST", url: "https://a.example.com/one/two?x=1",
    headers: [
      HTTPField("Accept", "*/*"), HTTPField("Authorization", "Basic abc"),
      HTTPField("Content-Type", "text/plain"), HTTPField("Content-Length", "4"),
    ], body: [1, 2, 3, 4])

  private static func next(
    _ status: Int, _ location: String?, method: String = "POST"
  ) -> HTTPExchangeRequest? {
    var request = request
    request.method = method
    let headers = location.map { [HTTPField("location", $0)] } ?? []
    let response = HTTPExchangeResponse(status: status, headers: headers, body: [])
    return HTTPRedirect.request(after: response, to: request)
  }

  static let methods: [(status: Int, before: String, after: String)] = [
    (301, "GET", "GET"), (301, "HEAD", "HEAD"), (301, "POST", "GET"), (301, "PUT", "PUT"),
    (302, "GET", "GET"), (302, "HEAD", "HEAD"), (302, "POST", "GET"), (302, "DELETE", "DELETE"),
    (303, "GET", "GET"), (303, "HEAD", "HEAD"), (303, "POST", "GET"), (303, "PUT", "GET"),
    (307, "POST", "POST"), (307, "GET", "GET"), (308, "POST", "POST"), (308, "PUT", "PUT"),
  ]

  @Test(arguments: methods)
  func `the method after each redirect`(_ row: (status: Int, before: String, after: String)) throws
  {
    let next = try #require(Self.next(row.status, "/three", method: row.before))
    #expect(next.method == row.after)
    let keepsBody = row.before == row.after
    #expect(next.body.isEmpty == !keepsBody || row.after == "GET")
    #expect(next.headers.contains { $0.name == "Content-Type" } || !keepsBody || row.after == "GET")
  }

  @Test func `a GET after a POST has neither body nor the fields of a body`() throws {
    let next = try #require(Self.next(303, "/three"))
    #expect(next.body.isEmpty)
    #expect(next.headers.map(\.name) == ["Accept", "Authorization"])
  }

  @Test(arguments: [
    ("/three", "https://a.example.com/three"), ("three", "https://a.example.com/one/three"),
    ("?y=2", "https://a.example.com/one/two?y=2"),
    ("https://b.example.com/", "https://b.example.com/"),
    ("//b.example.com/x", "https://b.example.com/x"),
  ])
  func `a Location may be relative`(_ row: (location: String, url: String)) throws {
    #expect(try #require(Self.next(307, row.location)).url == row.url)
  }

  @Test(arguments: [
    ("https://a.example.com/three", true), ("https://b.example.com/", false),
    ("http://a.example.com/three", false), ("https://a.example.com:8443/three", false),
  ])
  func `the field Authorization stays with its server`(_ row: (location: String, stays: Bool))
    throws
  {
    let next = try #require(Self.next(307, row.location))
    #expect(next.headers.contains { $0.name == "Authorization" } == row.stays)
    #expect(next.headers.contains { $0.name == "Accept" })
  }

  @Test(arguments: [200, 204, 300, 304, 305, 306, 309, 400])
  func `other statuses are no redirects`(_ status: Int) {
    #expect(Self.next(status, "/three") == nil)
  }

  @Test func `a redirect without a Location is an ordinary response`() {
    #expect(Self.next(302, nil) == nil)
  }
}
