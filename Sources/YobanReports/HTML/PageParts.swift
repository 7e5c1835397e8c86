/// The style sheet and the script of the page, from the files in the folder Page.
///
/// They are compiled into the module, so that the command-line program is a single file.
enum PageParts {
  /// The colors come first, because the other sheets use them.
  static let style = text([
    PackageResources.colors_css, PackageResources.page_css, PackageResources.timeline_css,
  ])

  /// The files in the order of their dependencies, in their own scope.
  static let script =
    "(() => {\n\"use strict\";\n"
    + text([
      PackageResources.data_js, PackageResources.time_js, PackageResources.view_js,
      PackageResources.layout_js, PackageResources.draw_density_js, PackageResources.draw_spans_js,
      PackageResources.draw_marks_js, PackageResources.draw_curve_js, PackageResources.chart_js,
      PackageResources.overview_js, PackageResources.hover_js, PackageResources.list_js,
      PackageResources.input_js, PackageResources.main_js,
    ]) + "})();"

  private static func text(_ files: [[UInt8]]) -> String {
    files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }
}
