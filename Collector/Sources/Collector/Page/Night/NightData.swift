import Curves

/// The data of a night for the script, as JSON that may stand in a `<script>` element.
///
/// Times are strings, because they exceed the exact numbers of JavaScript.
struct NightData {
  var night: NightContent

  var json: String {
    let gaps = night.gapsByStream
    return object([
      ("device", JSONText.quoted(night.device)),
      ("base", JSONText.quoted(night.place.base)),
      ("data", JSONText.quoted(night.place.dataPath)),
      ("start", time(night.start)),
      ("end", time(night.end)),
      ("isOpen", night.isOpen ? "true" : "false"),
      ("streams", list(night.streams.map { stream($0, gaps[$0.name] ?? []) })),
      ("marks", list(night.marks.map(mark))),
    ])
  }

  private func stream(_ stream: NightStream, _ gaps: [NightGap]) -> String {
    object([
      ("name", JSONText.quoted(stream.name)),
      ("drawing", JSONText.quoted(stream.drawing.rawValue)),
      ("channels", list(stream.channels.map(JSONText.quoted))),
      ("units", list(stream.channels.indices.map { JSONText.quoted(stream.unit($0)) })),
      ("gaps", list(gaps.map(gap))),
    ])
  }

  private func gap(_ gap: NightGap) -> String {
    object([
      ("start", time(gap.start)), ("end", time(gap.end)), ("cause", JSONText.quoted(gap.cause)),
      ("isMissing", gap.isMissing ? "true" : "false"),
    ])
  }

  private func mark(_ mark: NightMark) -> String {
    object([("time", time(mark.time)), ("name", JSONText.quoted(mark.name))])
  }

  private func time(_ nanoseconds: Int64) -> String { "\"\(nanoseconds)\"" }

  private func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

  private func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }
}
