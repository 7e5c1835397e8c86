import Testing
import UIKit
import YobanTesting

/// The screen of an app of UIKit is read and touched in the same way.
@Suite(.world()) struct UIKitReadingTests {
  private static func open() async throws -> InstalledApp {
    let phone = try World.current.addPhone()
    let app = try phone.install(
      .delegate(ListDelegate.self),
      infoPlist: InfoPlist(["CFBundleURLTypes": [["CFBundleURLSchemes": ["list"]]]]))
    await phone.open(app)
    return app
  }

  @Test func `texts, switches, fields and rows are read in the order of the views`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    #expect(try await app.texts == ["Title", "Name", "Add", "one", "two", "first"])
    #expect(try await !app.isOn("Wi-Fi"))
    try await phone.tap("Wi-Fi")
    #expect(try await app.isOn("Wi-Fi"))
    try await phone.type("three", into: "Name")
    #expect(try await app.value(of: "Name") == "three")
    try await phone.tap("Add")
    #expect(try await app.shows("three"))
  }

  @Test func `an alert is read and answered by its buttons`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("one")
    #expect(try await app.texts == ["Remove one?", "It is gone then.", "Cancel", "Remove"])
    await #expect(throws: TouchError.self) { try await phone.tap("two") }
    try await phone.tap("Cancel")
    #expect(try await app.shows("one"))
    try await phone.tap("one")
    try await phone.tap("Remove")
    #expect(try await app.texts == ["Title", "Name", "Add", "two", "first"])
  }

  @Test func `a disabled button is an error`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    #expect(try await !app.isEnabled("first"))
    let error = await #expect(throws: TouchError.self) { try await phone.tap("first") }
    #expect(error?.description.contains("\"first\" is disabled") == true)
  }

  @Test func `an app without scenes gets a URL from its delegate`() async throws {
    let phone = try World.current.addPhone()
    let app = try phone.install(
      .delegate(ListDelegate.self),
      infoPlist: InfoPlist(["CFBundleURLTypes": [["CFBundleURLSchemes": ["list"]]]]))
    try await phone.open(URL(string: "list://a")!, in: app)
    #expect(app.log.texts == ["launched with list://a", "opened list://a"])
  }

  @Test func `an app that does not run has no screen`() async throws {
    let phone = try World.current.addPhone()
    let app = try phone.install(.delegate(ListDelegate.self))
    let error = await #expect(throws: TouchError.self) { try await app.texts }
    #expect(
      error?.description.contains("cannot be read, because it is not running. Open it") == true)
  }

  @Test func `the error for an app that has crashed says why`() async throws {
    let phone = try World.current.addPhone()
    let app = try phone.install(.delegate(ListDelegate.self))
    await phone.open(app)
    await phone.touch(app, "crash") { (_: ListDelegate) in
      _ = UIStoryboard(name: "None", bundle: nil).instantiateInitialViewController()
    }
    let reading = await #expect(throws: TouchError.self) { try await app.texts }
    let tap = await #expect(throws: TouchError.self) { try await phone.tap("first") }
    for error in [reading, tap] {
      let text = error?.description ?? ""
      #expect(
        text.contains("because it has ended (crash: NSInvalidArgumentException: Could not find"))
      #expect(text.hasSuffix("Its last lines are in `app.log`."))
    }
  }
}

final class ListDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if let url = launchOptions?[.url] as? URL { print("launched with", url) }
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = ListController()
    window?.makeKeyAndVisible()
    return true
  }

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    print("opened", url)
    return true
  }
}

final class ListController: UIViewController, UITableViewDataSource, UITableViewDelegate {
  private var rows = ["one", "two"]
  private let table = UITableView(frame: .zero, style: .plain)
  private let field = UITextField(frame: .zero)

  override func viewDidLoad() {
    super.viewDidLoad()
    let label = UILabel(frame: .zero)
    label.text = "Title"
    let wifi = UISwitch(frame: .zero)
    wifi.accessibilityLabel = "Wi-Fi"
    field.placeholder = "Name"
    let add = UIButton(
      type: .system,
      primaryAction: UIAction(title: "Add") { [unowned self] _ in
        rows.append(field.text ?? "")
        table.reloadData()
      })
    let first = UIButton(type: .system)
    first.setTitle("first", for: .normal)
    first.isEnabled = false
    table.dataSource = self
    table.delegate = self
    for view in [label, wifi, field, add, table, first] { self.view.addSubview(view) }
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.textLabel?.text = rows[indexPath.row]
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    let alert = UIAlertController(
      title: "Remove \(rows[indexPath.row])?", message: "It is gone then.", preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      UIAlertAction(title: "Remove", style: .destructive) { [unowned self] _ in
        rows.remove(at: indexPath.row)
        table.reloadData()
      })
    present(alert, animated: true)
  }
}
