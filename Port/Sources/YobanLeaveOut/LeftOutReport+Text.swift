extension LeftOutReport {
  var line: String {
    let all = functions
    var line = "\(module): \(lines) lines in \(files.count) files, \(all.count) functions: "
    line += "\(Self.percent(all.unchanged, all.count)) unchanged"
    if all.partly > 0 { line += ", \(Self.percent(all.partly, all.count)) kept in part" }
    if all.leftOut > 0 { line += ", \(Self.percent(all.leftOut, all.count)) left out" }
    let background = backgroundFunctions
    if background.count > 0, background.unchanged < background.count {
      line +=
        "; of files that use the background \(Self.percent(background.unchanged, background.count))"
      line +=
        ", \(Self.percent(background.partly, background.count)) and \(Self.percent(background.leftOut, background.count))"
    }
    if !otherFiles.isEmpty {
      let count = otherFiles.count
      line += "; \(count) \(count == 1 ? "file that is" : "files that are") not in Swift"
      line += " \(count == 1 ? "is" : "are") left out, or in part"
    }
    return line
  }

  private static func percent(_ part: Int, _ whole: Int) -> String {
    guard whole > 0, part < whole else { return "100 %" }
    guard part > 0 else { return "0 %" }
    let tenths = (part * 1000 + whole / 2) / whole
    return tenths >= 100 ? "\((tenths + 5) / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  /// The table for the end of a build.
  ///
  /// - Parameter page: where the whole list is.
  public func text(page: String) -> String {
    guard !isEmpty else { return "" }
    var text = "\(summary)\n"
    let shown = files.filter { $0.isBackground || !$0.pieces.isEmpty }
    let limit = 24
    if !shown.isEmpty {
      let width = min(
        48, max(24, shown.prefix(limit).map { EditedFile.name($0.path).count }.max() ?? 0))
      text +=
        "\n  \(Self.pad("* uses the background", width))  unchanged  in part  left out  lines changed\n"
      for file in shown.prefix(limit) {
        let name = Self.pad(String(EditedFile.name(file.path).prefix(width)), width)
        text += "\(file.isBackground ? "*" : " ") \(name)"
        for (value, columns) in [
          (file.functions.unchanged, 11), (file.functions.partly, 9), (file.functions.leftOut, 10),
        ] { text += Self.padLeft("\(value)", columns) }
        text += Self.padLeft("\(file.changedLines) of \(file.lines)", 15) + "\n"
      }
      if shown.count > limit { text += "  and \(shown.count - limit) more files\n" }
    }
    if !missingModules.isEmpty {
      let names = missingModules.map { "\($0.name) (\($0.places))" }
      text += "\n  missing modules: \(names.joined(separator: ", "))\n"
    }
    if !otherFiles.isEmpty {
      let names = otherFiles.prefix(limit).map { EditedFile.name($0.path) }
      text += "\n  not in Swift, and left out, or in part: \(names.joined(separator: ", "))"
      text += otherFiles.count > limit ? " and \(otherFiles.count - limit) more\n" : "\n"
    }
    let reasons = reasons
    if !reasons.isEmpty {
      text += "\n  most frequent reasons:\n"
      for reason in reasons.prefix(8) {
        text += Self.padLeft("\(reason.places)", 6) + "  \(reason.name.prefix(100))\n"
      }
    }
    for error in errors { text += "\n  not compiled: \(error)" }
    return text + "\n  each piece with its reason: \(page)\n"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
  private static func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// The page with each piece.
  public var html: String {
    var rows = ""
    for file in files + otherFiles {
      let counts = file.functions
      let columns = [
        "\(counts.unchanged) unchanged", "\(counts.partly) in part", "\(counts.leftOut) left out",
        "\(file.changedLines) of \(file.lines) lines",
      ].map { file.isSwift ? "<span>\($0)</span>" : "" }.joined()
      rows += """
        <details\(file.isBackground && !file.pieces.isEmpty ? " open" : "")><summary><b>\(Self.escaped(EditedFile.name(file.path)))</b>\
        \(file.isBackground ? " <i>background</i>" : "")\(columns)</summary>
        <p class="path">\(Self.escaped(file.path))</p>

        """
      if file.pieces.isEmpty {
        rows += "<p>The whole file is compiled as it is.</p>\n"
      } else {
        rows += "<table><tr><th>line<th>piece<th>when the app gets there<th>reason</tr>\n"
        for piece in file.pieces {
          let lines =
            piece.line == piece.lastLine ? "\(piece.line)" : "\(piece.line)–\(piece.lastLine)"
          rows +=
            "<tr class=\(piece.effect == .stops ? "stops" : "quiet")><td>\(lines)<td>\(piece.kind)"
          rows += "<td>\(piece.effect.rawValue)<td>\(Self.escaped(piece.reason))</tr>\n"
        }
        rows += "</table>\n"
      }
      rows += "</details>\n"
    }
    let modules = missingModules.map {
      "<li>\(Self.escaped($0.name)): imported in \($0.places) \($0.places == 1 ? "file" : "files")</li>"
    }
    let reasons = reasons.prefix(40).map { "<tr><td>\($0.places)<td>\(Self.escaped($0.name))</tr>" }
    return """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(Self.escaped(module)): what is left out</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1d1d1f; background: #fff }
      h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 2rem }
      summary { cursor: pointer; padding: .3rem 0; display: flex; flex-wrap: wrap; gap: .2rem 1rem; border-top: 1px solid #ddd }
      summary b { flex: 1 1 14rem } summary span { color: #555; min-width: 6rem }
      i { color: #0a5; font-style: normal; font-size: .85em; border: 1px solid; border-radius: 3px; padding: 0 .3em }
      table { border-collapse: collapse; width: 100%; margin: .3rem 0 1rem } td, th { text-align: left; padding: .15rem .8rem .15rem 0; vertical-align: top }
      tr.stops td:nth-child(3) { color: #b00020; font-weight: 600 } .path { color: #666; margin: 0; font-size: .85em; overflow-wrap: anywhere }
      @media (prefers-color-scheme: dark) { body { background: #161618; color: #eee } summary { border-color: #444 } summary span, .path { color: #aaa } tr.stops td:nth-child(3) { color: #ff7b86 } i { color: #5d9 } }
      </style>
      <h1>\(Self.escaped(module)): what is left out</h1>
      <p>\(Self.escaped(summary)).</p>
      <p>A piece that is skipped only draws. A piece that ends the app does it with the finding <code>port.left-out</code>.
      Declare what is missing in a file of the test package’s target, or name the place in <code>leftOut</code> of port.json.</p>
      \(modules.isEmpty ? "" : "<h2>Missing modules</h2><ul>\(modules.joined())</ul>")
      <h2>Files</h2>
      \(rows)
      \(reasons.isEmpty ? "" : "<h2>Reasons</h2><table><tr><th>places<th>message of the compiler</tr>\(reasons.joined())</table>")
      </html>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
