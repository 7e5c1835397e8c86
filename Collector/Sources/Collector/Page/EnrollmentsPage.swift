import QRCode

/// The page with the codes for new devices: those that were just made, a form for more, and the latest ones.
struct EnrollmentsPage {
  /// The newest first, without their secrets.
  var codes: [EnrollmentRecord]
  var form: EnrollmentForm
  /// The codes that were just made. They cannot be shown again.
  var made: [EnrollmentOffer.Made] = []
  /// The reason why no codes were made; nil if there is none.
  var problem: String?
  /// The groups that exist.
  var groups: [String]
  /// Now, in seconds since 1970.
  var now: Int64

  var html: HTML {
    PageFrame(
      title: "Yoban: codes", head: PageFrame.links(), main: "\(news)\(formHTML)\(list)",
      style: Self.style,
      scripts: [.plain("/assets/local-time.js"), .plain("/assets/enroll.js")]
    ).html
  }

  // MARK: New codes

  private var news: HTML {
    if let problem { return "<p class=\"damage\" role=\"alert\">\(problem)</p>\n" }
    guard !made.isEmpty else { return "" }
    return """
      <h2>\(made.count == 1 ? "A new code" : "New codes")</h2>
      <p class="note">Print this page, or let people scan the codes now: they cannot be shown again. Each is good for one
      installation of the app, until \(Wording.timeElement(seconds: made[0].record.expiresAt)).</p>
      <div class="codes">
      \(made.map(card).joined())
      </div>

      """
  }

  private func card(_ made: EnrollmentOffer.Made) -> HTML {
    let label: HTML? = made.record.description.label.map { "<br>\($0)" }
    return """
      <figure>\(picture(of: made.code.text))
      <figcaption><b>\(made.record.device)</b>\(label ?? "")<br><code>\(made.code.text)</code></figcaption></figure>

      """
  }

  /// The QR code as SVG. Its background is light in a dark page, too, because a reader needs it.
  private func picture(of text: String) -> HTML {
    guard let code = try? QRCode(text) else { return "" }
    return """
      <svg viewBox="0 0 \(code.sizeWithBorder) \(code.sizeWithBorder)" role="img" aria-label="QR code"
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(code.sizeWithBorder)v\(code.sizeWithBorder)H0z"/><path
      fill="#000" d="\(code.path)"/></svg>
      """
  }

  // MARK: The form

  private var formHTML: HTML {
    let choices = groups.map { "<option value=\"\($0)\"></option>" as HTML }.joined()
    return """
      <h2>Codes for new devices</h2>
      <form class="new" method="post" action="/enrollments">
      \(field("Device", "device", form.device, "device", "Empty for names such as device-01."))
      \(field("Number of devices", "count", form.count, "1", "With a name, for names such as NAME-01."))
      \(field("Label", "label", form.label, "bed 4", "For one device only."))
      \(field("Groups", "groups", form.groups, "ward 3", "Separated by commas.", attributes: " list=\"groups\""))
      \(field("Valid for", "valid", form.valid, "7d", "Such as 7d, 12h or 30m."))
      \(field("Address of this server", "collector", form.collector, "https://collector.example", "As apps reach it.", attributes: " required"))
      <datalist id="groups">\(choices)</datalist>
      <p><button>Make codes</button></p>
      </form>

      """
  }

  private func field(
    _ label: String, _ name: String, _ value: String, _ example: String, _ note: String,
    attributes: HTML = ""
  ) -> HTML {
    """
    <label>\(label) <input name="\(name)" value="\(value)" placeholder="\(example)" autocomplete="off"\(attributes)>
    <small>\(note)</small></label>
    """
  }

  // MARK: The list

  private var list: HTML {
    guard !codes.isEmpty else { return "" }
    return """
      <h2>Latest codes</h2>
      <p class="note">A code that was not used is revoked with <code>yoban-collector enroll revoke ID</code>, the token
      of a device with <code>yoban-collector token revoke ID</code>.</p>
      <div class="scroll"><table><thead><tr><th>Device</th><th>State</th><th>Groups</th><th>Made</th><th>Valid until</th>
      <th>ID</th></tr></thead><tbody>
      \(codes.map(row).joined())
      </tbody></table></div>

      """
  }

  private func row(_ code: EnrollmentRecord) -> HTML {
    let state = code.state(at: now)
    let label: HTML? = code.description.label.map { " <small>\($0)</small>" }
    let use: HTML? = code.use.map { " \(Wording.timeElement(seconds: $0.time))" }
    let device: HTML =
      state == .used
      ? "<a href=\"/devices/\(code.device)\">\(code.device)</a>" : "\(code.device)"
    return """
      <tr class="\(state.rawValue)"><td>\(device)\(label ?? "")</td><td>\(state.rawValue)\(use ?? "")</td>
      <td>\(code.description.groups.joined(separator: ", "))</td>
      <td>\(Wording.timeElement(seconds: code.createdAt))</td>
      <td>\(Wording.timeElement(seconds: code.expiresAt))</td><td><code>\(code.id)</code></td></tr>

      """
  }
}

extension EnrollmentsPage {
  fileprivate static let style: HTML = """
    .new { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: .75rem 1rem; }
    .new label { display: block; }
    .new input { display: block; width: 100%; }
    .new small { display: block; margin: 0; }
    .new p { grid-column: 1 / -1; margin: 0; }
    button {
      font: inherit; padding: .375rem 1rem; color: inherit; background: var(--card);
      border: 1px solid var(--line); border-radius: .375rem; cursor: pointer;
    }
    .codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; }
    figure {
      margin: 0; padding: 1rem; background: var(--card); border: 1px solid var(--line);
      border-radius: .75rem; break-inside: avoid;
    }
    figure svg { display: block; width: 100%; max-width: 16rem; margin: 0 auto .5rem; }
    figure code { font-size: .75rem; overflow-wrap: anywhere; }
    .scroll { overflow-x: auto; }
    .expired, .revoked { color: var(--quiet); }
    @media print { header, form, h2, .note, .scroll { display: none; } }
    """
}
