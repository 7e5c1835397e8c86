import Testing
import UIKit
import YobanFoundation
import YobanTesting

/// Nibs, and what joins several controllers of a storyboard: containers, references, gestures and the way back.
@Suite(.world()) struct NibTests {
  private func open(_ storyboard: String) async throws -> InstalledApp {
    let phone = try World.current.addPhone(iOS: 17)
    let app = try phone.install(
      .delegate(StoryboardDelegate.self), infoPlist: InfoPlist(["UIMainStoryboardFile": storyboard])
    )
    await phone.open(app)
    return app
  }

  @Test func `a controller loads the nib with the name of its class, and a table cells of nibs`()
    async throws
  {
    let app = try await open("Nibs")
    let phone = try World.current.phone
    #expect(app.log.texts.dropFirst() == ["title Strap", "views PlainView"])
    for text in ["Strap", "row 0", "row 1", "of the nib"] {
      #expect(try await app.shows(text), "\(text)")
    }
    try await phone.tap("Start")
    #expect(app.log.texts.last == "start")
  }

  @Test func `a nib that does not exist ends the app with its name`() async throws {
    let app = try await open("Nibs")
    let phone = try World.current.phone
    try await phone.tap("row 0")
    #expect(app.state == .notRunning)
    guard case .crash(let reason) = app.terminations.last else {
      Issue.record("\(app.terminations)")
      return
    }
    #expect(reason.contains("Could not load NIB in bundle with name 'Absent'"))
  }

  @Test func `container views have controllers, gestures act, and an unwind segue goes back`()
    async throws
  {
    let app = try await open("Joined")
    let phone = try World.current.phone
    #expect(
      app.log.texts.dropFirst() == [
        "prepare inner", "inner loaded", "outer loaded with EmbeddedScreen",
      ])
    #expect(try await app.shows("embedded"))
    try await phone.tap("touch me")
    #expect(app.log.texts.last == "gesture")
    try await phone.tap("Next")
    #expect(try await app.shows("of another storyboard"))
    try await phone.tap("Back to start")
    #expect(app.log.texts.last == "unwound from OtherScreen")
    #expect(try await app.shows("embedded"))
  }
}

// MARK: What YobanPort writes for NibScreen.xib, NibCell.xib and the storyboards

final class YobanStoryboard_Nibs: PortedStoryboard {
  static var initialScene: String? { "nav" }
  static var scenes: [PortedStoryboardScene] {
    [
      PortedStoryboardScene([
        PortedStoryboardObject("navigationController", "nav", customClass: "NibNavigation")
      ])
    ]
  }
}

final class YobanNib_NibScreen: PortedNib {
  static var objects: [PortedStoryboardObject] {
    [
      PortedStoryboardObject(
        "placeholder", "-1", customClass: "NibScreen",
        connections: [
          .outlet(property: "view", destination: "root"),
          .outlet(property: "heading", destination: "heading"),
          .outlet(property: "table", destination: "table"),
        ]),
      PortedStoryboardObject(
        "view", "root",
        children: [
          PortedStoryboardObject("label", "heading", ["text": "Strap"]),
          PortedStoryboardObject(
            "button", "start", ["title.normal": "Start"],
            connections: [
              .action(selector: "start:", destination: "-1", event: "touchUpInside")
            ]),
          PortedStoryboardObject(
            "tableView", "table",
            connections: [
              .outlet(property: "dataSource", destination: "-1"),
              .outlet(property: "delegate", destination: "-1"),
            ]),
        ]),
    ]
  }
}

final class YobanNib_NibCell: PortedNib {
  static var objects: [PortedStoryboardObject] {
    [
      PortedStoryboardObject("placeholder", "-1"),
      PortedStoryboardObject(
        "tableViewCell", "cell", customClass: "NibCell", ["reuseIdentifier": "row"],
        connections: [.outlet(property: "name", destination: "name")],
        children: [PortedStoryboardObject("label", "name", ["text": "of the nib"])]),
    ]
  }
}

final class YobanNib_Plain: PortedNib {
  static var objects: [PortedStoryboardObject] {
    [
      PortedStoryboardObject("placeholder", "-1"),
      PortedStoryboardObject("view", "plain", customClass: "PlainView"),
    ]
  }
}

final class YobanStoryboard_Joined: PortedStoryboard {
  static var initialScene: String? { "nav" }
  static var scenes: [PortedStoryboardScene] {
    [
      PortedStoryboardScene([
        PortedStoryboardObject(
          "navigationController", "nav",
          connections: [
            .segue(
              kind: "relationship", identifier: nil, relationship: "rootViewController",
              destination: "outer")
          ])
      ]),
      PortedStoryboardScene([
        PortedStoryboardObject(
          "viewController", "outer", customClass: "OuterScreen",
          children: [
            PortedStoryboardObject(
              "view", "outerView", ["key": "view"],
              children: [
                PortedStoryboardObject(
                  "containerView", "container",
                  connections: [
                    .segue(
                      kind: "embed", identifier: "inner", relationship: nil, destination: "inner")
                  ]),
                PortedStoryboardObject(
                  "label", "touch", ["text": "touch me", "userInteractionEnabled": "YES"],
                  connections: [.collection(property: "gestureRecognizers", destination: "tap")]),
                PortedStoryboardObject(
                  "button", "next", ["title.normal": "Next"],
                  connections: [
                    .segue(kind: "show", identifier: nil, relationship: nil, destination: "other")
                  ]),
              ])
          ]),
        PortedStoryboardObject(
          "tapGestureRecognizer", "tap",
          connections: [.action(selector: "touched:", destination: "outer", event: nil)]),
      ]),
      PortedStoryboardScene([
        PortedStoryboardObject(
          "viewController", "inner", customClass: "EmbeddedScreen",
          children: [
            PortedStoryboardObject(
              "view", "innerView", ["key": "view"],
              children: [PortedStoryboardObject("label", "l", ["text": "embedded"])])
          ])
      ]),
      PortedStoryboardScene([
        PortedStoryboardObject(
          "viewControllerPlaceholder", "other",
          ["storyboardName": "Elsewhere", "referencedIdentifier": "Other"])
      ]),
    ]
  }
}

final class YobanStoryboard_Elsewhere: PortedStoryboard {
  static var initialScene: String? { nil }
  static var scenes: [PortedStoryboardScene] {
    [
      PortedStoryboardScene([
        PortedStoryboardObject(
          "viewController", "o", customClass: "OtherScreen", ["storyboardIdentifier": "Other"],
          children: [
            PortedStoryboardObject(
              "view", "v", ["key": "view"],
              children: [
                PortedStoryboardObject("label", "l", ["text": "of another storyboard"]),
                PortedStoryboardObject(
                  "button", "b", ["title.normal": "Back to start"],
                  connections: [
                    .segue(
                      kind: "unwind", identifier: "back", relationship: nil,
                      destination: "backToStart:")
                  ]),
              ])
          ])
      ])
    ]
  }
}

// MARK: The app

final class NibNavigation: UINavigationController {
  override func viewDidLoad() {
    super.viewDidLoad()
    pushViewController(NibScreen(), animated: false)
  }
}

final class NibScreen: UIViewController, UITableViewDataSource, UITableViewDelegate {
  weak var heading: UILabel!
  weak var table: UITableView!

  override func viewDidLoad() {
    super.viewDidLoad()
    print("title \(heading.text ?? "")")
    table.register(UINib(nibName: "NibCell", bundle: nil), forCellReuseIdentifier: "row")
    let views = Bundle.main.loadNibNamed("Plain", owner: nil) ?? []
    print("views \(views.map { String(describing: type(of: $0)) }.joined(separator: ", "))")
  }

  func start() { print("start") }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath) as! NibCell
    if indexPath.row < 2 { cell.name.text = "row \(indexPath.row)" }
    return cell
  }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    _ = UINib(nibName: "Absent", bundle: nil).instantiate(withOwner: self)
  }
}

final class NibCell: UITableViewCell { weak var name: UILabel! }
final class PlainView: UIView {}

final class OuterScreen: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    print("outer loaded with \(children.map { String(describing: type(of: $0)) }.joined())")
  }
  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    if let identifier = segue.identifier { print("prepare \(identifier)") }
  }
  func touched() { print("gesture") }
  func backToStart(_ segue: UIStoryboardSegue) { print("unwound from \(type(of: segue.source))") }
}

final class EmbeddedScreen: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    print("inner loaded")
  }
}

final class OtherScreen: UIViewController {}

extension YobanPortedModule {
  enum NibFile: PortedFile {
    static func selectors(of type: Any.Type) -> [Selector] {
      if type == NibScreen.self {
        return [
          Selector("setHeading:", calling: { (o: NibScreen, x) in o.heading = try x() }),
          Selector("setTable:", calling: { (o: NibScreen, x) in o.table = try x() }),
          Selector("start:", calling: { (o: NibScreen, _) in o.start() }),
        ]
      }
      if type == OuterScreen.self {
        return [
          Selector("touched:", calling: { (o: OuterScreen, _) in o.touched() }),
          Selector("backToStart:", calling: { (o: OuterScreen, x) in o.backToStart(try x()) }),
        ]
      }
      guard type == NibCell.self else { return [] }
      return [Selector("setName:", calling: { (o: NibCell, x) in o.name = try x() })]
    }
    static func methodNames(of type: Any.Type) -> [String] { [] }
  }
}
