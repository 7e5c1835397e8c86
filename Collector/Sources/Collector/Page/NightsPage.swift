/// A device and some of its nights, the latest first.
struct DeviceNights: Hashable, Sendable {
  var device: String
  var nights: [Night]
  /// Whether the device has nights before these.
  var hasMore = false
  /// The number of chunks that are known to be damaged.
  var damagedCount = 0
  /// The facts that the device has sent with its uploads.
  var report: DeviceReport?
  /// The time of the latest sample, in nanoseconds since 1970.
  var lastTime: Int64?
}

/// A page with devices and their nights. It has no external resources.
struct NightsPage {
  enum Kind: Hashable {
    /// All devices, or those whose names contain a text, with their latest nights.
    case devices(search: String, next: String?)
    /// The nights of one device.
    case device
  }

  var kind: Kind
  var devices: [DeviceNights]
  /// Now, in seconds since 1970.
  var now: Int64

  var html: HTML {
    PageFrame(title: title, head: header, main: devices.isEmpty ? empty : sections).html
  }

  private var title: String {
    switch kind {
    case .devices: "Yoban: nights"
    case .device: "Yoban: \(devices.first?.device ?? "")"
    }
  }

  private var header: HTML {
    switch kind {
    case .devices(let search, _):
      """
      <form role="search"><label>Device <input type="search" name="q" value="\(search)"
      placeholder="a part of its name"></label></form>
      """
    case .device: "<p><a href=\"/\">All devices</a></p>"
    }
  }

  private var sections: HTML {
    var html = devices.map(section).joined()
    if case .devices(let search, let next?) = kind {
      let query = "?q=\(escapeURL(search))&after=\(escapeURL(next))"
      html += "<p class=\"more\"><a rel=\"next\" href=\"/\(query)\">More devices</a></p>"
    }
    return html
  }

  private var empty: HTML {
    if case .devices(let search, _) = kind, !search.isEmpty {
      return "<p class=\"empty\">No device has a name that contains “\(search)”.</p>"
    }
    return """
      <p class="empty">No device has a token yet. Create a token with
      <code>yoban-collector token create --database DATABASE --device NAME</code>, and let the device upload a
      recording.</p>
      """
  }

  private func section(_ device: DeviceNights) -> HTML {
    let nights: HTML =
      device.nights.isEmpty
      ? "<p class=\"empty\">This device has not sent a recording yet.</p>"
      : device.nights.map { NightCard(night: $0, device: device.device).html }.joined()
    return """
      <section>
      <h2>\(name(of: device))</h2>
      \(DeviceFacts(device: device, now: now).html)\(damage(device))\(nights)\(earlier(device))
      </section>
      """
  }

  private func name(of device: DeviceNights) -> HTML {
    let name = device.device
    return kind == .device ? "\(name)" : "<a href=\"/devices/\(name)\">\(name)</a>"
  }

  private func earlier(_ device: DeviceNights) -> HTML {
    guard device.hasMore, let last = device.nights.last else { return "" }
    let link = "/devices/\(device.device)?before=\(last.span.start)"
    return "<p class=\"more\"><a rel=\"next\" href=\"\(link)\">Earlier nights</a></p>\n"
  }

  /// A notice that chunks of the device are damaged; empty if none is known to be.
  private func damage(_ device: DeviceNights) -> HTML {
    guard device.damagedCount > 0 else { return "" }
    let chunks = Wording.count(device.damagedCount, "stored chunk")
    return """
      <p class="damage" role="alert">\(chunks) can no longer be read as sent. Run
      <code>yoban-collector verify</code> to see which. A chunk is repaired when the device sends it again.</p>

      """
  }
}
