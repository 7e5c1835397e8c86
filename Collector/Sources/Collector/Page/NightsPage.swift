/// The collector's only page: devices and their nights. It has no scripts and no external
/// resources.
struct NightsPage {
  var devices: [DeviceNights]

  var html: String {
    let body = devices.isEmpty ? Self.emptyBody : devices.map(section).joined()
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Yoban: nights</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header><h1>Yoban <span>recorded nights</span></h1><p>Times are in UTC.</p></header>
      <main>
      \(body)
      </main>
      </body>
      </html>

      """
  }

  private static let emptyBody = """
    <p class="empty">No device has a token yet. Create a token with
    <code>yoban-collector token create --database FILE --device NAME</code>, and let the device upload a recording.</p>
    """

  /// A notice that chunks of the device are damaged; empty if none is known to be.
  private func damage(_ device: DeviceNights) -> String {
    guard device.damagedCount > 0 else { return "" }
    let chunks = Wording.count(device.damagedCount, "stored chunk")
    return """
      <p class="damage" role="alert">\(chunks) can no longer be read as sent. Run
      <code>yoban-collector verify</code> to see which. A chunk is repaired when the device sends it again.</p>

      """
  }

  private func section(_ device: DeviceNights) -> String {
    let nights =
      device.nights.isEmpty
      ? "<p class=\"empty\">This device has not sent a recording yet.</p>"
      : device.nights.map { NightCard(night: $0, device: device.device).html }.joined()
    return """
      <section>
      <h2>\(escapeHTML(device.device))
      <small>\(Wording.count(device.nights.count, "night"))</small></h2>
      \(damage(device))\(nights)
      </section>
      """
  }
}
