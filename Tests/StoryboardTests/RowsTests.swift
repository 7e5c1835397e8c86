import Testing
import UIKit
import YobanTesting

/// The rows of tables in a storyboard: static ones, and cells that are made of prototypes.
@Suite(.world()) struct RowsTests {
  private func open() async throws -> InstalledApp {
    let phone = try World.current.addPhone(iOS: 17)
    let app = try phone.install(
      .delegate(StoryboardDelegate.self), infoPlist: InfoPlist(["UIMainStoryboardFile": "Rows"]))
    await phone.open(app)
    return app
  }

  @Test func `static rows are shown, and their outlets and those of views beside them are set`()
    async throws
  {
    let app = try await open()
    #expect(app.log.contains("static Name none, header Strap, extra beside"))
    #expect(try await app.shows("Name"))
    #expect(try await app.shows("none"))
  }

  @Test func `each cell of a prototype has outlets and labels of its own`() async throws {
    let app = try await open()
    let phone = try World.current.phone
    try await phone.tap("Name")
    #expect(app.log.contains("next from RowCell? false"))
    for text in ["row 0", "row 1", "detail 0", "detail 1"] {
      #expect(try await app.shows(text), "\(text)")
    }
    #expect(try await !app.shows("prototype"))
    try await phone.tap("button 1")
    #expect(app.log.contains("pressed row 1"))
  }
}

final class YobanStoryboard_Rows: PortedStoryboard {
  static var initialScene: String? { "fixed" }
  static var scenes: [PortedStoryboardScene] {
    [
      PortedStoryboardScene([
        PortedStoryboardObject(
          "tableViewController", "fixed", customClass: "OldRows",
          connections: [
            .outlet(property: "name", destination: "name"),
            .outlet(property: "extra", destination: "extra"),
          ],
          children: [
            PortedStoryboardObject("tableView", "table", ["key": "view"], children: [fixedSection])
          ]),
        PortedStoryboardObject("label", "extra", ["text": "beside"]),
      ]),
      PortedStoryboardScene([
        PortedStoryboardObject(
          "tableViewController", "made", customClass: "MadeRows",
          children: [
            PortedStoryboardObject("tableView", "table", ["key": "view"], children: [prototype])
          ])
      ]),
    ]
  }

  private static var fixedSection: PortedStoryboardObject {
    PortedStoryboardObject(
      "tableViewSection", "section", ["headerTitle": "Strap"],
      children: [
        PortedStoryboardObject(
          "tableViewCell", "cell", ["textLabel": "name", "detailTextLabel": "value"],
          connections: [
            .segue(kind: "show", identifier: "next", relationship: nil, destination: "made")
          ],
          children: [
            PortedStoryboardObject("label", "name", ["text": "Name"]),
            PortedStoryboardObject("label", "value", ["text": "none"]),
          ])
      ])
  }

  private static var prototype: PortedStoryboardObject {
    PortedStoryboardObject(
      "tableViewCell", "row", customClass: "RowCell",
      ["reuseIdentifier": "row", "textLabel": "title"],
      connections: [
        .outlet(property: "detail", destination: "detail"),
        .outlet(property: "button", destination: "button"),
      ],
      children: [
        PortedStoryboardObject("label", "title", ["text": "prototype"]),
        PortedStoryboardObject("label", "detail", ["text": "prototype"]),
        PortedStoryboardObject(
          "button", "button", ["title.normal": "prototype"],
          connections: [.action(selector: "press", destination: "row", event: "touchUpInside")]),
      ])
  }
}

extension YobanPortedModule {
  enum RowsFile: PortedFile {
    static func selectors(of type: Any.Type) -> [Selector] {
      if type == FixedRows.self {
        return [
          Selector("setName:", calling: { (o: FixedRows, x) in o.name = try x() }),
          Selector("setExtra:", calling: { (o: FixedRows, x) in o.extra = try x() }),
        ]
      }
      guard type == RowCell.self else { return [] }
      return [
        Selector("setDetail:", calling: { (o: RowCell, x) in o.detail = try x() }),
        Selector("setButton:", calling: { (o: RowCell, x) in o.button = try x() }),
        Selector("press", calling: { (o: RowCell, _) in o.press() }),
      ]
    }
    static func methodNames(of type: Any.Type) -> [String] { [] }
    /// As for `@objc(OldRows) class FixedRows`.
    static var classes: [String: AnyClass] { ["OldRows": FixedRows.self] }
  }
}

final class FixedRows: UITableViewController {
  var name: UILabel!
  var extra: UILabel!

  override func viewDidLoad() {
    super.viewDidLoad()
    let cell = tableView(tableView, cellForRowAt: IndexPath(row: 0, section: 0))
    print(
      "static \(name.text ?? "") \(cell.detailTextLabel?.text ?? ""), header \(tableView(tableView, titleForHeaderInSection: 0) ?? ""), extra \(extra.text ?? "")"
    )
  }

  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    print("\(segue.identifier ?? "") from RowCell? \(sender is RowCell)")
  }
}

final class MadeRows: UITableViewController {
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath) as! RowCell
    cell.textLabel?.text = "row \(indexPath.row)"
    cell.detail.text = "detail \(indexPath.row)"
    cell.button.setTitle("button \(indexPath.row)", for: .normal)
    return cell
  }
}

final class RowCell: UITableViewCell {
  weak var detail: UILabel!
  weak var button: UIButton!

  func press() { print("pressed \(textLabel?.text ?? "")") }
}
