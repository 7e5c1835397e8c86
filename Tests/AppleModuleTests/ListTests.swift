import Foundation
import Testing
import UIKit
import YobanTesting

/// Tables, collections, pickers, menus and searches, as a test reads and touches them.
@Suite struct ListTests {
  private func open(
    _ make: @escaping @MainActor @Sendable () -> UIViewController
  ) async throws -> InstalledApp {
    let fixture = try await startApp(
      AppFixture { _ in
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = make()
        window.makeKeyAndVisible()
        Kept.of("window", window)
      })
    await fixture.phone.open(fixture.app)
    return fixture.app
  }

  /// A cell as apps write it: Apple's initializer is not `required`.
  final class NightCell: UITableViewCell {
    let mark = UILabel()

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      mark.text = "made for \(reuseIdentifier ?? "")"
      contentView.addSubview(mark)
    }
    required init?(coder: NSCoder) { fatalError("no archive has this view") }
  }

  final class Nights: UITableViewController {
    var nights = ["first", "second", "third"]
    var selections: [String] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(NightCell.self, forCellReuseIdentifier: "night")
      refreshControl = UIRefreshControl()
      refreshControl?.addTarget(
        self,
        action: Selector("reload:") { (page: Nights, _: SelectorArguments) in page.reload() },
        for: .valueChanged)
    }

    func reload() {
      nights.append("pulled")
      tableView.reloadData()
      refreshControl?.endRefreshing()
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      nights.count
    }
    override func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "night", for: indexPath)
      cell.textLabel?.text = nights[indexPath.row]
      return cell
    }
    override func tableView(
      _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? { "Nights" }
    override func tableView(
      _ tableView: UITableView, viewForFooterInSection section: Int
    ) -> UIView? {
      let label = UILabel()
      label.text = "\(nights.count) in all"
      return label
    }
    override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
      indexPath.row > 0
    }
    override func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
      forRowAt indexPath: IndexPath
    ) {
      guard editingStyle == .delete else { return }
      nights.remove(at: indexPath.row)
      tableView.deleteRows(at: [indexPath], with: .automatic)
    }
    override func tableView(
      _ tableView: UITableView, willSelectRowAt indexPath: IndexPath
    ) -> IndexPath? { nights[indexPath.row] == "third" ? nil : indexPath }
    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      print("selected \(nights[indexPath.row])")
    }
    override func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
      print("deselected \(nights[indexPath.row])")
    }
  }

  @Test(.world())
  func `a table makes the app's cells, and shows the headers and footers of its sections`()
    async throws
  {
    let app = try await open { Nights() }
    let made = "made for night"
    #expect(
      try await app.texts == [
        "Nights", made, "first", made, "second", made, "third", "3 in all",
      ])
  }

  @Test(.world()) func `a table asks its delegate before and after a selection`() async throws {
    let app = try await open { Nights() }
    let phone = try World.current.phone
    for name in ["first", "second", "third"] { try await phone.tap(name) }
    #expect(app.log.texts == ["selected first", "deselected first", "selected second"])
  }

  @Test(.world()) func `a row is deleted if its data source allows it`() async throws {
    let app = try await open { Nights() }
    let phone = try World.current.phone
    try await phone.deleteRow("second")
    #expect(try await !app.shows("second"))
    #expect(try await app.shows("2 in all"))
    await #expect(throws: TouchError.self) { try await phone.deleteRow("first") }
    #expect(try await app.shows("first"))
  }

  @Test(.world()) func `a list that can be refreshed is pulled down`() async throws {
    let app = try await open { Nights() }
    let phone = try World.current.phone
    try await phone.pullToRefresh()
    #expect(try await app.shows("pulled"))
  }

  @Test(.world()) func `a screen without such a list cannot be pulled down`() async throws {
    _ = try await open { UIViewController() }
    let phone = try World.current.phone
    await #expect(throws: TouchError.self) { try await phone.pullToRefresh() }
  }

  final class SwipePage: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      1
    }
    override func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      var content = cell.defaultContentConfiguration()
      content.text = "row"
      content.secondaryText = "detail"
      cell.contentConfiguration = content
      return cell
    }
    override func tableView(
      _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
      UISwipeActionsConfiguration(actions: [
        UIContextualAction(style: .normal, title: "Share") { _, _, done in
          print("shared")
          done(true)
        },
        UIContextualAction(style: .destructive, title: "Delete") { _, _, done in
          print("deleted")
          done(true)
        },
      ])
    }
    override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
      true
    }
  }

  @Test(.world()) func `deleting a row performs its destructive swipe action`() async throws {
    let app = try await open { SwipePage() }
    let phone = try World.current.phone
    #expect(try await app.texts == ["row", "detail"])
    try await phone.deleteRow("detail")
    #expect(app.log.texts == ["deleted"])
  }

  final class Item: UICollectionViewCell {
    let label = UILabel()
    override init(frame: CGRect) {
      super.init(frame: frame)
      contentView.addSubview(label)
    }
    required init?(coder: NSCoder) { fatalError("no archive has this view") }
  }

  final class Header: UICollectionReusableView {
    let label = UILabel()
    override init(frame: CGRect) {
      super.init(frame: frame)
      label.text = "header"
      addSubview(label)
    }
    required init?(coder: NSCoder) { fatalError("no archive has this view") }
  }

  final class Items: UICollectionViewController {
    override func viewDidLoad() {
      super.viewDidLoad()
      collectionView.register(Item.self, forCellWithReuseIdentifier: "item")
      collectionView.register(
        Header.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
        withReuseIdentifier: "header")
    }
    override func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int { 2 }
    override func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      let cell =
        collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath) as! Item
      cell.label.text = "item \(indexPath.item)"
      return cell
    }
    override func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView {
      collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "header", for: indexPath)
    }
    override func collectionView(
      _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
    ) { print("selected \(indexPath.item)") }
  }

  @Test(.world(), arguments: [false, true])
  func `a collection shows its items, and headers only if the layout has them`(
    _ hasHeaders: Bool
  ) async throws {
    let app = try await open {
      let layout = UICollectionViewFlowLayout()
      if hasHeaders { layout.headerReferenceSize = CGSize(width: 100, height: 20) }
      return Items(collectionViewLayout: layout)
    }
    let phone = try World.current.phone
    #expect(try await app.texts == (hasHeaders ? ["header"] : []) + ["item 0", "item 1"])
    try await phone.tap("item 1")
    #expect(app.log.texts == ["selected 1"])
  }

  final class Snapshots: UIViewController {
    let table = UITableView(frame: .zero, style: .plain)
    var source: UITableViewDiffableDataSource<Int, String>?

    override func viewDidLoad() {
      view.addSubview(table)
      source = UITableViewDiffableDataSource(tableView: table) { _, _, item in
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = item
        return cell
      }
      var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
      snapshot.appendSections([0, 1])
      snapshot.appendItems(["a", "c"], toSection: 0)
      snapshot.appendItems(["d"])
      snapshot.insertItems(["b"], afterItem: "a")
      snapshot.deleteItems(["c"])
      source?.apply(snapshot) { print("applied") }
    }
  }

  @Test(.world()) func `a table shows the snapshot of its diffable data source`() async throws {
    let app = try await open { Snapshots() }
    #expect(try await app.texts == ["a", "b", "d"])
    #expect(app.log.texts == ["applied"])
  }

  final class Controls: UIViewController, UIPickerViewDataSource, UIPickerViewDelegate,
    UISearchBarDelegate, UITextViewDelegate
  {
    override func viewDidLoad() {
      let picker = UIPickerView()
      picker.accessibilityIdentifier = "rate"
      picker.dataSource = self
      picker.delegate = self
      let date = UIDatePicker()
      date.accessibilityIdentifier = "alarm"
      date.maximumDate = Date(timeIntervalSinceReferenceDate: 100)
      date.addAction(
        UIAction { action in
          print("date \((action.sender as! UIDatePicker).date.timeIntervalSinceReferenceDate)")
        }, for: .valueChanged)
      let search = UISearchBar()
      search.placeholder = "Search"
      search.delegate = self
      let note = UITextView()
      note.accessibilityIdentifier = "note"
      note.delegate = self
      let button = UIButton(type: .system)
      button.setTitle("More", for: .normal)
      button.menu = UIMenu(children: [
        UIAction(title: "Export") { _ in print("export") },
        UIMenu(
          options: .displayInline, children: [UIAction(title: "Erase") { _ in print("erase") }]),
        UIAction(title: "Never", attributes: .disabled) { _ in print("never") },
      ])
      for subview in [picker, date, search, note, button] as [UIView] { view.addSubview(subview) }
    }
    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 3 }
    func pickerView(
      _ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int
    ) -> String? { "\(row * 50) Hz" }
    func pickerView(
      _ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int
    ) { print("picked \(row)") }
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
      print("searching \(searchText)")
    }
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { print("searched") }
    func textView(
      _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool { text != "refused" }
    func textViewDidChange(_ textView: UITextView) { print("note \(textView.text ?? "")") }
  }

  @Test(.world()) func `pickers, dates, searches, texts and menus are controls of a test`()
    async throws
  {
    let app = try await open { Controls() }
    let phone = try World.current.phone
    try await phone.choose("100 Hz", in: "rate")
    #expect(try await app.value(of: "rate") == "100 Hz")
    try await phone.set("alarm", to: Date(timeIntervalSinceReferenceDate: 200))
    try await phone.type("strap", into: "Search")
    try await phone.type("good night", into: "note")
    try await phone.type("refused", into: "note")
    try await phone.choose("Erase", in: "More")
    await #expect(throws: TouchError.self) { try await phone.choose("Never", in: "More") }
    #expect(
      app.log.texts == [
        "picked 2", "date 100.0", "searching strap", "searched", "note good night", "erase",
      ])
  }

  @Test func `a hue is a color of the circle`() {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    // The corners of the color circle, and a half-way value between red and yellow.
    for (hue, expected) in [
      (0.0, [1.0, 0, 0]), (1.0 / 3, [0, 1, 0]), (2.0 / 3, [0, 0, 1]), (1.0 / 12, [1, 0.5, 0]),
      (1, [1, 0, 0]),
    ] {
      UIColor(hue: hue, saturation: 1, brightness: 1, alpha: 0.5)
        .getRed(&red, green: &green, blue: &blue, alpha: &alpha)
      for (value, wanted) in zip([red, green, blue], expected) {
        #expect(abs(value - wanted) < 1e-9, "\(hue)")
      }
      #expect(alpha == 0.5)
    }
  }
}
