/// The table below the figures. It is readable without scripts and on paper; on a phone, each row
/// becomes a block.
extension HTMLReport {
  var account: HTMLText {
    guard let table = input.table, !table.titles.isEmpty, !table.rows.isEmpty else { return "" }
    let titles = HTMLText(table.titles.map { "<th scope=\"col\">\($0)</th>" })
    return """
      <section class="account" aria-label="Account">
      <table>
      <thead><tr>
      \(titles)
      </tr></thead>
      <tbody>
      \(HTMLText(table.rows.map { Self.row($0, table.titles) }))
      </tbody></table>
      </section>
      """
  }

  private static func row(_ row: ReportInput.Table.Row, _ titles: [String]) -> HTMLText {
    let cells = titles.enumerated().map { column, title -> HTMLText in
      let cell = row.cells.indices.contains(column) ? row.cells[column] : ""
      if column == 0 { return "<th scope=\"row\">\(cell)</th>" }
      return "<td class=\"number\" data-title=\"\(title)\">\(cell)</td>"
    }
    return """
      <tr class="\(row.tone.rawValue)">
      \(HTMLText(cells))
      </tr>
      """
  }
}
