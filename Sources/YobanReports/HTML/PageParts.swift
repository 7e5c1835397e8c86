import CYobanReportPage

/// The style sheet and the script of the page, from the files in the folder Page.
///
/// They are compiled into the program, so that the command-line program is a single file.
package enum PageParts {
  package static let style = String(cString: yoban_report_style())

  /// The files in the order of their dependencies, in their own scope.
  static let script =
    "(() => {\n\"use strict\";\n" + String(cString: yoban_report_script()) + "})();"
}
