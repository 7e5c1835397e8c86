/// The page for a browser that opens a code, such as that of a phone's camera. It contains nothing that is stored.
enum EnrollPage {
  static let html = PageFrame(
    title: "Yoban: enroll", head: "",
    main: """
      <h2>This code is for an app</h2>
      <p>Open the app that records for this study, and scan the code there. The code works once, and only in the
      app.</p>
      <p id="copy" hidden>If the app cannot scan, copy this text and paste it there:
      <input id="code" readonly size="60" aria-label="The code"></p>
      """,
    scripts: [.plain("/assets/local-time.js"), .plain("/assets/enroll.js")], hasHome: false
  ).html
}
