import Foundation
import Testing
import UIKit
import YobanTesting

/// Lists that load their rows in the layout, and controls that have only a picture.
@Suite struct LayoutTests {
  private func start(
    _ make: @escaping @MainActor @Sendable () -> UIViewController
  ) async throws -> (phone: Phone, app: InstalledApp) {
    let fixture = try await startApp(
      AppFixture { _ in
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = make()
        window.makeKeyAndVisible()
        Kept.of("window", window)
      })
    await fixture.phone.open(fixture.app)
    return (fixture.phone, fixture.app)
  }

  /// A list whose owner knows its rows only after the call of `reloadData`.
  private final class LateController: UITableViewController {
    private var rows: [String]!

    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "row")
      tableView.reloadData()
      rows = ["late"]
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      rows.count
    }
    override func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.textLabel?.text = rows[indexPath.row]
      return cell
    }
  }

  @Test(.world()) func `a list loads its rows in the layout, not within reloadData`() async throws {
    let (_, app) = try await start { LateController() }
    #expect(try await app.texts == ["late"], "\(app.terminations)")
  }

  @Test(.world()) func `a tab without a title has the name of its picture`() async throws {
    let (phone, app) = try await start {
      let tabs = UITabBarController()
      tabs.viewControllers = ["folder", "gear"].map { name in
        let page = UIViewController()
        page.title = "page \(name)"
        page.tabBarItem = UITabBarItem(title: "", image: UIImage(systemName: name), tag: 0)
        let label = UILabel()
        label.text = page.title
        page.view.addSubview(label)
        return page
      }
      return tabs
    }
    try await phone.tap("gear")
    #expect(try await app.texts == ["page gear"])
  }
}
