import Testing

@testable import Collector

@Suite struct HTMLTests {
  /// A mark and a combining character are one `Character`, but a browser sees the mark.
  @Test(arguments: [
    ("plain é 🍭", "plain é 🍭"), ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"), ("&lt;", "&amp;lt;"),
    ("\"\u{301} x", "&quot;\u{301} x"), ("'\u{200D}", "&#39;\u{200D}"), ("<\u{338}", "&lt;\u{338}"),
    ("\r\n", "\r\n"),
  ])
  func `text that is inserted is escaped`(text: String, escaped: String) {
    let html: HTML = "<i title=\"\(text)\">\(text)</i>"
    #expect(
      html.text.unicodeScalars.elementsEqual(
        "<i title=\"\(escaped)\">\(escaped)</i>".unicodeScalars))
  }

  @Test func `only HTML is inserted as it is`() {
    let inner: HTML = "<b>\("&")</b>"
    let missing: HTML? = nil
    let page: HTML =
      "\(inner)\(missing ?? "<br>")\("<p>")\(-1)\(0.5)\([inner, inner].joined(separator: "<hr>"))"
    #expect(
      page.text
        == "<b>&amp;</b><br>&lt;p&gt;-10.5<b>&amp;</b><hr><b>&amp;</b>")
  }

  @Test func `data for a script cannot end its element`() {
    let html = HTML.script(json: ["</script><!--\u{338}", "&<\u{338}"])
    #expect(html.text == "[\"\\u003c/script\\u003e\\u003c!--\u{338}\",\"\\u0026\\u003c\u{338}\"]")
  }
}
