import Hummingbird
import NIOCore

/// A script of the pages, or the description of the HTTP API. It is part of the program, so that the server needs no
/// files, contains nothing that is stored and needs no token. All answers share its bytes.
struct Asset: Sendable {
  var path: String
  var content: ByteBuffer
  private var contentType: String

  private init(path: String, _ bytes: [UInt8], contentType: String) {
    self.path = path
    self.content = ByteBuffer(bytes: bytes)
    self.contentType = contentType
  }

  private static func script(_ name: String, _ bytes: [UInt8]) -> Asset {
    Asset(path: "/assets/\(name)", bytes, contentType: "text/javascript; charset=utf-8")
  }

  var response: Response {
    Response(
      status: .ok, headers: [.contentType: contentType, .cacheControl: "no-cache"],
      body: .init(byteBuffer: content))
  }

  static let all = [
    script("enroll.js", PackageResources.enroll_js),
    script("last-night.js", PackageResources.last_night_js),
    script("local-time.js", PackageResources.local_time_js),
    script("night.js", PackageResources.night_js),
    script("night-chart.js", PackageResources.night_chart_js),
    script("night-input.js", PackageResources.night_input_js),
    script("night-legend.js", PackageResources.night_legend_js),
    script("night-server.js", PackageResources.night_server_js),
    script("night-text.js", PackageResources.night_text_js),
    Asset(
      path: "/openapi.json", PackageResources.openapi_json, contentType: "application/json"),
  ]
}
