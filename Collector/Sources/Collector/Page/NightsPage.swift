/// A device and some of its nights, the latest first.
struct DeviceNights: Hashable, Sendable {
  var device: String
  var description = DeviceDescription()
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
    /// All devices, or those whose names or labels contain a text or that belong to a group, with their latest nights.
    case devices(search: String, group: String? = nil, next: String?)
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
    case .devices(let search, let group, _):
      PageFrame.links(
        after: """
          <form role="search"><label>Device <input type="search" name="q" value="\(search)"
          placeholder="name or label"></label>\(hidden(group))</form>
          """)
    case .device: "<p><a href=\"/\">All devices</a></p>"
    }
  }

  /// The group stays when somebody searches in it.
  private func hidden(_ group: String?) -> HTML {
    group.map { "<input type=\"hidden\" name=\"group\" value=\"\($0)\">" } ?? ""
  }

  private var sections: HTML {
    var html = devices.map(section).joined()
    if case .devices(_, let group?, _) = kind {
      html =
        "<p class=\"note\">Devices of the group “\(group)”. <a href=\"/\">All devices</a></p>\n\(html)"
    }
    if case .devices(let search, let group, let next?) = kind {
      var query = "?q=\(escapeURL(search))&after=\(escapeURL(next))"
      if let group { query += "&group=\(escapeURL(group))" }
      html += "<p class=\"more\"><a rel=\"next\" href=\"/\(query)\">More devices</a></p>"
    }
    return html
  }

  private var empty: HTML {
    if case .devices(let search, let group, _) = kind, !search.isEmpty || group != nil {
      let place: HTML = group.map { " of the group “\($0)”" } ?? ""
      return search.isEmpty
        ? "<p class=\"empty\">There is no device\(place).</p>"
        : "<p class=\"empty\">No device\(place) has a name that contains “\(search)”.</p>"
    }
    return """
      <p class="empty">No device has a token yet. Create a token with
      <code>yoban-collector token create --database DATABASE --device NAME</code>, and let the device upload a
      recording, or make <a href="/enrollments">codes</a> for apps.</p>
      """
  }

  private func section(_ device: DeviceNights) -> HTML {
    let nights: HTML =
      device.nights.isEmpty
      ? "<p class=\"empty\">This device has not sent a recording yet.</p>"
      : device.nights.map { NightCard(night: $0, device: device.device).html }.joined()
    return """
      <section>
      <h2>\(name(of: device))\(device.description.html)</h2>
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

extension DeviceDescription {
  /// The label and links to the groups; empty if there are none.
  var html: HTML {
    var html: HTML = label.map { " <small>\($0)</small>" } ?? ""
    for group in groups {
      html += " <small><a href=\"/?group=\(escapeURL(group))\">\(group)</a></small>"
    }
    return html
  }
}
