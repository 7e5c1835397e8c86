import YobanReports
import YobanVirtualTime

/// A failure as one self-contained HTML page: the story, and the run beside the nearest one that passes.
struct StoryPage {
  let story: Story
  /// The pages with the timelines of both runs.
  let failingPage: String?
  let passingPage: String?

  /// Returns the page. The same input always gives the same bytes.
  func write() -> String {
    let page: HTMLText = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="Content-Security-Policy" content="\(verbatim: Self.securityPolicy)">
      <link rel="icon" href="data:,">
      <title>\(story.headline)</title>
      <style>
      \(verbatim: PageParts.style)
      \(verbatim: Self.style)
      </style>
      </head>
      <body>
      <header>
      <div class="moon" aria-hidden="true"></div>
      <div><h1>\(story.headline)</h1><p>\(story.schedule.description)</p></div>
      </header>
      <main>
      \(storySection)
      \(explanation)
      \(comparison)
      \(timelines)
      \(testSection)
      </main>
      <footer>Yoban <span lang="ja">夜番</span>, the night watch.</footer>
      </body>
      </html>

      """
    return page.text
  }

  /// The timelines have scripts of their own.
  private static let securityPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; frame-src 'self'"

  private static let style = """
    .story td:first-child, .compare td.when { white-space: nowrap; color: var(--quiet); }
    .story tr.line-fault td, .story tr.line-choice td, .compare .differs { color: var(--bad); }
    .story tr:is(.line-fault, .line-choice) td:last-child { font-weight: 650; }
    .story tr.line-failure td:last-child { font-weight: 650; color: var(--bad); }
    .story tr.line-user td:last-child { font-weight: 600; }
    .compare { table-layout: fixed; }
    .compare th:first-child { width: 8.5rem; }
    .compare tr.first td { border-top: 2px solid var(--bad); }
    .explanation p { margin-bottom: 0.5rem; max-width: 90ch; }
    .explanation ul { margin: 0; padding-left: 1.2rem; }
    .runs { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 560px), 1fr)); gap: 1rem; }
    .runs iframe { width: 100%; height: 640px; border: 1px solid var(--rule); border-radius: 8px; }
    pre { margin: 0; overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; }
    """

  // MARK: The story

  private var storySection: HTMLText {
    """
    <section>
    <h2>What happens</h2>
    <table class="story"><tbody>
    \(rows(story.lines))
    </tbody></table>
    </section>
    """
  }

  private func rows(_ lines: [Story.Line]) -> HTMLText {
    HTMLText(
      lines.map { line in
        """
        <tr class="line-\(line.role.rawValue)"><td>\(line.instant.description)</td><td>\(line.role.label)\(line.text)</td></tr>
        """
      })
  }

  private var explanation: HTMLText {
    func paragraphs(_ sentences: [String?]) -> HTMLText {
      HTMLText(sentences.compactMap(\.self).map { "<p>\($0)</p>" })
    }
    let instead: HTMLText =
      story.instead.isEmpty
      ? ""
      : "<table class=\"story\"><tbody>\n\(rows(story.instead))\n</tbody></table>"
    let lists = HTMLText(
      story.ruleLists.filter { !$0.rules.isEmpty }.map { title, rules in
        "<h3>\(title)</h3>\n<ul>\n\(HTMLText(rules.map { "<li>\($0)</li>" }))\n</ul>"
      })
    return """
      <section class="explanation">
      <h2>Why it happens</h2>
      \(paragraphs(story.withoutFaults + story.windows + [story.departure]))
      \(instead)
      \(lists)
      \(paragraphs([story.leftOutSentence, story.minimality]))
      </section>
      """
  }

  // MARK: Both runs

  private var comparison: HTMLText {
    guard let nearest = story.nearest else { return "" }
    let rows = HTMLText(RunComparison(story.events, nearest.events).rows.map(Self.row))
    return """
      <section>
      <h2>Both runs, event by event</h2>
      <p class="quiet">The first difference is at the red line. Equal events before it are left out, but for the last ones.</p>
      <div class="scroll" style="max-height: 36rem">
      <table class="compare">
      <thead><tr><th scope="col">time</th><th scope="col">this run</th><th scope="col">\(nearest.words)</th></tr></thead>
      <tbody>
      \(rows)
      </tbody>
      </table>
      </div>
      </section>
      """
  }

  private static func row(_ row: RunComparison.Row) -> HTMLText {
    """
    <tr class="\(row.isFirstDifference ? "first" : "")"><td class="when">\(row.instant.description)</td>\
    \(cell(row.failing, row.isEqual))\(cell(row.passing, row.isEqual))</tr>
    """
  }

  private static func cell(_ event: RunEvent?, _ isEqual: Bool) -> HTMLText {
    guard let event else { return "<td></td>" }
    return """
      <td class="\(isEqual ? "" : "differs")"><span class="quiet">\(event.subject.words)</span> \(event.words)</td>
      """
  }

  private var timelines: HTMLText {
    guard let failingPage else { return "" }
    let passing: HTMLText =
      passingPage.map { page in
        """
        <div><h3>\(story.nearest?.words ?? "")</h3>
        <iframe title="The timeline of the run that passes" srcdoc="\(page)"></iframe></div>
        """
      } ?? ""
    return """
      <section>
      <h2>Both runs, on a timeline</h2>
      <div class="runs">
      <div><h3>this run</h3>
      <iframe title="The timeline of the run that fails" srcdoc="\(failingPage)"></iframe></div>
      \(passing)
      </div>
      </section>
      """
  }

  private var testSection: HTMLText {
    """
    <section>
    <h2>A test that plays it again</h2>
    <pre><code>\(story.test)</code></pre>
    </section>
    """
  }
}
