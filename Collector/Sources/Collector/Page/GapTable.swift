/// A table of gaps that can be opened.
struct GapTable {
  var title: String
  var rows: [(start: Int64, end: Int64, cause: String, stream: String)]
  /// The number of all gaps, of which the first ones are in the table.
  var count: Int

  var html: HTML {
    let rows = rows.map { gap -> HTML in
      """
      <tr><td>\(Wording.timeElement(nanoseconds: gap.start))</td>
      <td>\(Wording.timeElement(nanoseconds: gap.end))</td>
      <td class="number">\(Wording.duration(from: gap.start, to: gap.end))</td>
      <td>\(gap.cause)</td><td>\(gap.stream)</td></tr>
      """
    }
    let more = count.clampedSubtract(rows.count)
    let note: HTML = more > 0 ? "<p>And \(Wording.count(more)) more.</p>" : ""
    return """
      <details><summary>\(title)</summary>
      <table><thead><tr><th>From</th><th>To</th><th class="number">Length</th><th>Cause</th>
      <th>Stream</th></tr></thead><tbody>
      \(rows.joined())
      </tbody></table>
      \(note)
      </details>
      """
  }
}
