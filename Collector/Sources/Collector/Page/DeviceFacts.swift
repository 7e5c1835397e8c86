/// Facts about a device itself: the time of its last upload, its battery, its storage and its app.
struct DeviceFacts {
  var device: DeviceNights
  /// Now, in seconds since 1970.
  var now: Int64

  /// A device that has sent nothing for this time is shown as silent, in seconds.
  static let silentAfter: Int64 = 3_600

  /// A list of facts; empty if nothing is known.
  var html: String {
    let facts = all
    guard !facts.isEmpty else { return "" }
    let items = facts.map { fact in
      "<div\(fact.isBad ? " class=\"bad\"" : "")><dt>\(fact.name)</dt><dd>\(fact.value)</dd></div>"
    }
    return "<dl class=\"facts\">\(items.joined())</dl>\n"
  }

  private var all: [(name: String, value: String, isBad: Bool)] {
    var facts: [(name: String, value: String, isBad: Bool)] = []
    if let report = device.report {
      let silent = max(0, now.clampedSubtract(report.time))
      let ago = "\(Wording.duration(seconds: silent)) ago"
      facts.append(("Last upload", ago, silent >= Self.silentAfter))
    }
    if let last = device.lastTime {
      facts.append(("Last sample", Wording.timeElement(nanoseconds: last), false))
    }
    if let battery = device.report?.battery {
      facts.append(("Battery", "\(battery) %", battery < 20))
    }
    if let free = device.report?.freeBytes {
      facts.append(("Free storage", Wording.bytes(Int(free)), free < 100_000_000))
    }
    if let version = device.report?.appVersion {
      facts.append(("App", escapeHTML(version), false))
    }
    return facts
  }
}
