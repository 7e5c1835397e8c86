/// The data of a night for the script.
///
/// Times are strings, because they exceed the exact numbers of JavaScript.
struct NightData: Encodable {
  struct Stream: Encodable {
    var name: String
    var drawing: String
    var channels: [String]
    var units: [String]
    var gaps: [Gap]
  }

  struct Gap: Encodable {
    var start: String
    var end: String
    var cause: String
    var isMissing: Bool
  }

  struct Mark: Encodable {
    var time: String
    var name: String
  }

  var device: String
  var base: String
  var data: String
  var start: String
  var end: String
  var isOpen: Bool
  var streams: [Stream]
  var marks: [Mark]

  init(night: NightContent) {
    let gaps = night.gapsByStream
    device = night.device
    base = night.place.base
    data = night.place.dataPath
    start = "\(night.start)"
    end = "\(night.end)"
    isOpen = night.isOpen
    streams = night.streams.map { stream in
      Stream(
        name: stream.name, drawing: stream.drawing.rawValue, channels: stream.channels,
        units: stream.channels.indices.map(stream.unit),
        gaps: (gaps[stream.name] ?? []).map { gap in
          Gap(
            start: "\(gap.start)", end: "\(gap.end)", cause: gap.cause, isMissing: gap.isMissing)
        })
    }
    marks = night.marks.map { Mark(time: "\($0.time)", name: $0.name) }
  }
}
