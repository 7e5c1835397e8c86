/// Facts about a device itself: the time of its last upload, its battery, its storage and its app.
struct DeviceFacts {
  var device: DeviceNights
  /// Now, in seconds since 1970.
  var now: Int64

  /// A device that has sent nothing for this time is shown as silent, in seconds.
  static let silentAfter: Int64 = 3_600

  /// A list of facts; empty if nothing is known.
  var html: HTML {
    let facts = all
    return facts.isEmpty ? "" : "<dl class=\"facts\">\(facts.map(\.html).joined())</dl>\n"
  }

  private var all: [Fact] {
    var facts: [Fact] = []
    if let report = device.report {
      let silent = max(0, now.clampedSubtract(report.time))
      let ago = "\(Wording.duration(seconds: silent)) ago"
      facts.append(Fact("Last upload", "\(ago)", isBad: silent >= Self.silentAfter))
    }
    if let last = device.lastTime {
      facts.append(Fact("Last sample", Wording.timeElement(nanoseconds: last)))
    }
    if let battery = device.report?.battery {
      facts.append(Fact("Battery", "\(battery) %", isBad: battery < 20))
    }
    if let free = device.report?.freeBytes {
      facts.append(Fact("Free storage", "\(Wording.bytes(Int(free)))", isBad: free < 100_000_000))
    }
    if let version = device.report?.appVersion {
      facts.append(Fact("App", "\(version)"))
    }
    return facts
  }
}

/// A name and a value in a list of facts.
struct Fact {
  var name: String
  var value: HTML
  var isBad: Bool

  init(_ name: String, _ value: HTML, isBad: Bool = false) {
    self.name = name
    self.value = value
    self.isBad = isBad
  }

  var html: HTML {
    let kind: HTML = isBad ? " class=\"bad\"" : ""
    return "<div\(kind)><dt>\(name)</dt><dd>\(value)</dd></div>"
  }
}
