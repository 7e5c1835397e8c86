import UIKit
import YobanTesting

/// The description that `YobanPort` would write for a storyboard with two screens in a navigation
/// controller.
final class YobanStoryboard_Main: PortedStoryboard {
  static var initialScene: String? { "nav" }
  static var scenes: [PortedStoryboardScene] {
    [
      PortedStoryboardScene([
        PortedStoryboardObject(
          "navigationController", "nav",
          connections: [
            .segue(
              kind: "relationship", identifier: nil, relationship: "rootViewController",
              destination: "screen")
          ])
      ]),
      PortedStoryboardScene([screen]),
      PortedStoryboardScene([
        PortedStoryboardObject(
          "viewController", "detail", customClass: "DetailScreen",
          ["storyboardIdentifier": "Detail", "title": "Detail"],
          children: [PortedStoryboardObject("view", "detailView", ["key": "view"])])
      ]),
    ]
  }

  private static var screen: PortedStoryboardObject {
    PortedStoryboardObject(
      "viewController", "screen", customClass: "Screen", ["title": "Screen"],
      connections: [
        .outlet(property: "label", destination: "label"),
        .outlet(property: "activity", destination: "activity"),
        .collection(property: "buttons", destination: "scan"),
        .collection(property: "buttons", destination: "more"),
        .segue(kind: "show", identifier: "toDetail", relationship: nil, destination: "detail"),
      ],
      children: [
        PortedStoryboardObject(
          "view", "view", ["key": "view"],
          children: [
            PortedStoryboardObject("label", "label", ["text": "Idle", "tag": "7"]),
            PortedStoryboardObject(
              "button", "scan", ["title.normal": "Scan"],
              connections: [
                .action(selector: "scan:", destination: "screen", event: "touchUpInside")
              ]),
            PortedStoryboardObject(
              "button", "more", ["configuration.style": "plain", "configuration.title": "More"],
              connections: [
                .segue(kind: "show", identifier: "more", relationship: nil, destination: "detail")
              ]),
            PortedStoryboardObject("button", "off", ["title.normal": "Off", "enabled": "NO"]),
            PortedStoryboardObject(
              "switch", "switch", ["accessibilityIdentifier": "fast", "on": "YES"],
              connections: [
                .action(selector: "fast:", destination: "screen", event: "valueChanged")
              ]),
            PortedStoryboardObject(
              "textField", "field", ["placeholder": "Name"],
              connections: [
                .action(selector: "named:", destination: "screen", event: "editingChanged")
              ]),
          ]),
        PortedStoryboardObject(
          "navigationItem", "item", ["title": "Screen", "key": "navigationItem"],
          children: [
            PortedStoryboardObject(
              "barButtonItem", "bar", ["key": "rightBarButtonItem", "systemItem": "add"],
              connections: [.action(selector: "add", destination: "screen", event: nil)]),
            PortedStoryboardObject(
              "barButtonItem", "activityItem", ["key": "leftBarButtonItem"],
              children: [
                PortedStoryboardObject(
                  "activityIndicatorView", "activity", ["key": "customView", "animating": "YES"])
              ]),
          ]),
      ])
  }
}

/// The tables that `YobanPort` would write for the classes below.
final class YobanPortedModule: PortedModule {
  static var files: [any PortedFile.Type] { [File.self, RowsFile.self, NibFile.self] }

  enum File: PortedFile {
    static func selectors(of type: Any.Type) -> [Selector] {
      guard type == Screen.self else { return [] }
      return [
        Selector("scan:", calling: { (o: Screen, x) in o.scan(try x()) }),
        Selector("fast:", calling: { (o: Screen, x) in o.fast(try x()) }),
        Selector("named:", calling: { (o: Screen, x) in o.named(try x()) }),
        Selector("add", calling: { (o: Screen, _) in o.add() }),
        Selector("setLabel:", calling: { (o: Screen, x) in o.label = try x() }),
        Selector("setActivity:", calling: { (o: Screen, x) in o.activity = try x() }),
        Selector("setButtons:", calling: { (o: Screen, x) in o.buttons = try x() }),
      ]
    }
    static func methodNames(of type: Any.Type) -> [String] { [] }
  }
}

final class StoryboardDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("didFinishLaunching, window: \(window != nil)")
    return true
  }
}

final class StoryboardSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    let root = window?.rootViewController as? UINavigationController
    print("willConnect, loaded: \(root?.topViewController?.isViewLoaded ?? true)")
  }

  func sceneDidBecomeActive(_ scene: UIScene) { print("didBecomeActive") }
}

final class Screen: UIViewController {
  weak var label: UILabel!
  weak var activity: UIActivityIndicatorView!
  var buttons: [UIButton]!

  override func awakeFromNib() { print("awake, outlets: \(label != nil)") }

  override func viewDidLoad() {
    super.viewDidLoad()
    precondition(activity.isAnimating && navigationItem.leftBarButtonItem?.customView === activity)
    let titles = buttons.map { $0.currentTitle ?? "" }
    print("viewDidLoad, \(label.text ?? ""), \(label.tag), \(titles.joined(separator: " "))")
  }

  override func viewWillAppear(_ animated: Bool) { print("viewWillAppear") }
  override func viewDidAppear(_ animated: Bool) { print("viewDidAppear") }
  override func viewWillDisappear(_ animated: Bool) { print("viewWillDisappear") }

  func scan(_ sender: Any) { print("scan from \((sender as? UIButton)?.currentTitle ?? "")") }
  func fast(_ sender: UISwitch) { print("fast: \(sender.isOn)") }
  func named(_ sender: UITextField) { print("named \(sender.text ?? "")") }
  func add() { performSegue(withIdentifier: "toDetail", sender: self) }

  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    (segue.destination as? DetailScreen)?.text = segue.identifier ?? ""
  }
}

final class DetailScreen: UIViewController {
  var text = ""

  override func viewDidLoad() {
    super.viewDidLoad()
    print("detail \(text)")
  }
}
