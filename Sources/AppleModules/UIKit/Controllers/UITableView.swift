/// A list of rows. Without a screen, all rows are made when the data is loaded.
@preconcurrency @MainActor open class UITableView: UIScrollView {
  @nonexhaustive public enum Style: Int, Sendable {
    case plain = 0
    case grouped = 1
    case insetGrouped = 2
  }

  @nonexhaustive public enum RowAnimation: Int, Sendable {
    case fade = 0
    case right, left, top, bottom, none, middle
    case automatic = 100
  }

  @nonexhaustive public enum ScrollPosition: Int, Sendable {
    case none = 0
    case top, middle, bottom
  }

  open private(set) var style = Style.plain
  open weak var dataSource: (any UITableViewDataSource)?
  open weak var delegate: (any UITableViewDelegate)?
  open private(set) var indexPathForSelectedRow: IndexPath?
  open var rowHeight: CGFloat = UITableView.automaticDimension
  open var estimatedRowHeight: CGFloat = UITableView.automaticDimension
  open var sectionHeaderHeight: CGFloat = UITableView.automaticDimension
  open var sectionFooterHeight: CGFloat = UITableView.automaticDimension
  open var sectionHeaderTopPadding: CGFloat = UITableView.automaticDimension
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  open var separatorColor: UIColor?
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
  open var backgroundView: UIView?
  open var tableHeaderView: UIView? { didSet { replace(oldValue, by: tableHeaderView) } }
  open var tableFooterView: UIView? { didSet { replace(oldValue, by: tableFooterView) } }
  open var allowsSelection = true
  open var allowsMultipleSelection = false
  open var isEditing = false
  public static let automaticDimension: CGFloat = -1
  private var classes: [String: UITableViewCell.Type] = [:]
  /// The cells of a storyboard, by their reuse identifiers.
  var prototypes: [String: (cell: PortedStoryboardObject, scene: StoryboardScene)] = [:]
  /// The static rows of a storyboard, which a `UITableViewController` shows.
  var staticSections: [(header: String?, cells: [UITableViewCell])] = []
  private var cells: [(path: IndexPath, cell: UITableViewCell)] = []

  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
  }

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    classes[identifier] = cellClass as? UITableViewCell.Type
  }

  /// A new cell; nil if neither a class nor a cell of a storyboard has the identifier. Cells are never
  /// used again.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let type = classes[identifier] {
      return type.init(style: .default, reuseIdentifier: identifier)
    }
    guard let (cell, scene) = prototypes[identifier] else { return nil }
    return scene.makeCell(cell)
  }

  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell {
    dequeueReusableCell(withIdentifier: identifier)
      ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  /// Asks the data source for all rows.
  open func reloadData() {
    for (_, cell) in cells { cell.removeFromSuperview() }
    cells = []
    indexPathForSelectedRow = nil
    for section in 0..<numberOfSections {
      for row in 0..<numberOfRows(inSection: section) {
        let path = IndexPath(row: row, section: section)
        guard let cell = dataSource?.tableView(self, cellForRowAt: path) else { continue }
        cells.append((path, cell))
        addSubview(cell)
      }
    }
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil { reloadData() }
  }

  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) { reloadData() }
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { reloadData() }
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { reloadData() }
  private func replace(_ old: UIView?, by new: UIView?) {
    old?.removeFromSuperview()
    if let new { addSubview(new) }
  }

  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) { reloadData() }
  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) { reloadData() }
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    updates?()
    reloadData()
    completion?(true)
  }
  open var indexPathsForVisibleRows: [IndexPath]? { cells.map(\.path) }
  open var indexPathsForSelectedRows: [IndexPath]? { indexPathForSelectedRow.map { [$0] } }
  open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool)
  {}
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    cellForRow(at: indexPath)?.frame ?? .zero
  }
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) { reloadData() }
  open func beginUpdates() {}
  open func endUpdates() {}

  open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 1 }
  open func numberOfRows(inSection section: Int) -> Int {
    dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
  }
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    cells.first { $0.path == indexPath }?.cell
  }
  open func indexPath(for cell: UITableViewCell) -> IndexPath? {
    cells.first { $0.cell === cell }?.path
  }
  open var visibleCells: [UITableViewCell] { cells.map(\.cell) }

  open func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) { indexPathForSelectedRow = indexPath }

  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    if indexPathForSelectedRow == indexPath { indexPathForSelectedRow = nil }
  }

  func touch(_ cell: UITableViewCell) {
    guard let path = indexPath(for: cell) else { return }
    indexPathForSelectedRow = path
    delegate?.tableView(self, didSelectRowAt: path)
    cell.selectionAction?.perform(sender: cell)
  }
}

/// A row of a table.
@preconcurrency @MainActor open class UITableViewCell: UIView {
  @nonexhaustive public enum CellStyle: Int, Sendable {
    case `default` = 0
    case value1, value2, subtitle
  }

  @nonexhaustive public enum AccessoryType: Int, Sendable {
    case none = 0
    case disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }

  @nonexhaustive public enum SelectionStyle: Int, Sendable {
    case none = 0
    case blue, gray, `default`
  }

  @nonexhaustive public enum SeparatorStyle: Int, Sendable {
    case none = 0
    case singleLine
  }

  @nonexhaustive public enum EditingStyle: Int, Sendable {
    case none = 0
    case delete, insert
  }

  open var accessoryView: UIView?
  open var editingAccessoryType = AccessoryType.none
  open var backgroundView: UIView?
  open var selectedBackgroundView: UIView?
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  open var isSelected = false
  open var isHighlighted = false
  open var isEditing = false
  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }
  open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
  var storyboardIdentifier: String?
  open var reuseIdentifier: String? { storyboardIdentifier }
  open private(set) var contentView = UIView()
  /// The segue of a storyboard that begins when the row is selected.
  var selectionAction: UIAction?
  open private(set) lazy var textLabel: UILabel? = added(UILabel())
  open private(set) lazy var detailTextLabel: UILabel? = added(UILabel())
  open var accessoryType = AccessoryType.none
  open var selectionStyle = SelectionStyle.default

  public required init(style: CellStyle, reuseIdentifier: String?) {
    super.init(frame: .zero)
    storyboardIdentifier = reuseIdentifier
    addSubview(contentView)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// Takes the labels that a storyboard has made for the cell's style.
  func adopt(textLabel: UILabel?, detailTextLabel: UILabel?) {
    if let textLabel { self.textLabel = textLabel }
    if let detailTextLabel { self.detailTextLabel = detailTextLabel }
  }

  open func prepareForReuse() {}

  private func added(_ label: UILabel) -> UILabel {
    contentView.addSubview(label)
    return label
  }
}

/// The rows of a table. At Apple, the last two methods are optional.
@preconcurrency @MainActor public protocol UITableViewDataSource: NSObjectProtocol {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
}

extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }
  public func tableView(
    _ tableView: UITableView, titleForHeaderInSection section: Int
  ) -> String? { nil }
}

@preconcurrency @MainActor public protocol UITableViewDelegate: UIScrollViewDelegate {
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}

extension UITableViewDelegate {
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}

/// A controller whose view is a table, for which it is data source and delegate. Without overrides, its rows
/// are the
/// static ones of a storyboard.
@preconcurrency @MainActor
open class UITableViewController: UIViewController,
  UITableViewDataSource, UITableViewDelegate
{
  open var tableView: UITableView! {
    get { view as? UITableView }
    set { view = newValue }
  }

  open override func loadView() {
    let table = storyboardScene?.makeView(of: self) as? UITableView ?? UITableView()
    table.dataSource = self
    table.delegate = self
    view = table
  }

  open func numberOfSections(in tableView: UITableView) -> Int {
    max(tableView.staticSections.count, 1)
  }
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    staticSection(section, of: tableView)?.cells.count ?? 0
  }
  open func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cells = staticSection(indexPath.section, of: tableView)?.cells ?? []
    guard cells.indices.contains(indexPath.row) else {
      return UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    return cells[indexPath.row]
  }
  open func tableView(
    _ tableView: UITableView, titleForHeaderInSection section: Int
  ) -> String? { staticSection(section, of: tableView)?.header }

  private func staticSection(
    _ number: Int, of tableView: UITableView
  ) -> (header: String?, cells: [UITableViewCell])? {
    let sections = tableView.staticSections
    return sections.indices.contains(number) ? sections[number] : nil
  }
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}

extension NSIndexPath {
  public var section: Int { index(atPosition: 0) }
  public var row: Int { index(atPosition: 1) }
  public var item: Int { index(atPosition: 1) }
}
