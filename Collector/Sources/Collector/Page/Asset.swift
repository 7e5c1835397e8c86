/// A script of the pages. It is part of the program, so that the server needs no files.
struct Asset: Sendable {
  var name: String
  var bytes: [UInt8]

  var path: String { "/assets/\(name)" }

  static let contentType = "text/javascript; charset=utf-8"

  static let all = [
    Asset(name: "local-time.js", bytes: PackageResources.local_time_js),
    Asset(name: "night.js", bytes: PackageResources.night_js),
    Asset(name: "night-chart.js", bytes: PackageResources.night_chart_js),
    Asset(name: "night-input.js", bytes: PackageResources.night_input_js),
    Asset(name: "night-legend.js", bytes: PackageResources.night_legend_js),
    Asset(name: "night-server.js", bytes: PackageResources.night_server_js),
    Asset(name: "night-text.js", bytes: PackageResources.night_text_js),
  ]
}
